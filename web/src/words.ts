// Numbers and steps in words.

import type { Answer, Bounds, Point, SimplexVertex, Step, Steps } from "./engine.ts";
import type { State } from "./scene.ts";
import { sceneOf } from "./scenes.ts";

/** A number for reading: six digits, the exact value is in the pairs file's line. */
export function number(value: number | null): string {
  if (value === null) return "∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-4 ? value.toExponential(4) : String(Number(value.toPrecision(6)));
  return text.replace(/^-/, "−").replace(/e([+-])(\d+)/, (_, sign: string, digits: string) => `·10${raised(sign === "-" ? `-${digits}` : digits)}`);
}

function raised(digits: string): string {
  return [...digits].map((digit) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(digit)]).join("");
}

export function lowered(index: number): string {
  return [...String(index)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}

export function vector(point: Point): string {
  return `(${point.map(number).join(", ")})`;
}

/** What the shapes of the question and their corners are called, in the pictures and in sentences alike. */
export interface Names {
  /** In a sentence. */
  bodies: [string, string];
  /** Inside the shape's picture; nothing where the corners' names say enough. */
  marks: [string, string];
  /** Of the corners, by index; a letter with an index where there are none. */
  corners: [string[] | string, string[] | string];
  /** Of the difference's point nearest to the origin, and of that point on A. */
  nearest: string;
  /** What lights together, if not the usual. */
  lit?: Lit;
}

/** The names that text and pictures share: what bears one of them lights with all that bears it. */
export interface Lit {
  bodies: [string, string];
  /** Of each corner, or of all alike. */
  corners: [string[] | string, string[] | string];
  /** Of the farthest points along the direction. */
  supports: [string, string];
  /** Of the points nearest to the other body. */
  nearest: [string, string];
}

const USUAL: Names = { bodies: ["A", "B"], marks: ["A", "B"], corners: ["a", "b"], nearest: "P" };
const USUALLY_LIT: Lit = { bodies: ["A", "B"], corners: ["corner-a", "corner-b"], supports: ["sa", "sb"], nearest: ["witness", "witness"] };

export function litOf({ lit }: Names): Lit {
  return lit ?? USUALLY_LIT;
}

/** The name under which a corner lights. */
export function litCorner(names: Names, body: 0 | 1, index: number): string {
  const of = litOf(names).corners[body];
  return typeof of === "string" ? of : (of[index] ?? "");
}

/** A lesson's own names, as long as its shapes are still those of the lesson. */
export function namesOf(state: State): Names {
  const scene = sceneOf(state);
  if (!scene?.names || state.pair[0] !== 0 || state.pair[1] !== 1) return USUAL;
  const corners = (place: number) => state.shapes[place]?.spelling.points?.length;
  return [0, 1].every((place) => corners(place) === scene.shapes[place]!.spelling.points?.length) ? scene.names : USUAL;
}

export function cornerName(names: Names, body: 0 | 1, index: number): string {
  const of = names.corners[body];
  return typeof of === "string" ? of + lowered(index) : (of[index] ?? "?");
}

/** The name of a vertex of the simplex by the vertices it is the difference of: `a₂ − b₀`. */
export function vertexName(vertex: SimplexVertex, names: Names): string {
  if (!vertex.indices) return "s";
  return `${cornerName(names, 0, vertex.indices[0])} − ${cornerName(names, 1, vertex.indices[1])}`;
}

const FEATURES = ["nothing", "vertex", "edge", "triangle", "tetrahedron"];

/** The Voronoi region that holds the origin, named by the vertices that the step kept. */
export function region(step: Step, dim: number, names: Names): string {
  const count = step.simplex.length;
  if (step.phase === "penetration") return dim === 2 ? "nearest edge of the polytope" : "nearest facet of the polytope";
  if (count === dim + 1) return `inside the ${FEATURES[count]}`;
  return `region of the ${FEATURES[count]} ${step.simplex.map((vertex) => vertexName(vertex, names)).join(", ")}`;
}

/** Why a phase ended, and what comes next if it was not the last one. */
export function stopReason(steps: Steps, index: number, dim: number): string | null {
  const { stop, phase } = steps.bounds[index]!;
  const next = steps.bounds[index + 1]?.phase;
  if (!stop) return null;
  if (next === "penetration") {
    return stop === "origin_inside"
      ? "Overlap proved; next, the depth."
      : "The origin lies on the simplex, as far as floats can tell; next, the depth.";
  }
  if (next === "exact") return "Floats leave a doubt here; exact numbers decide.";
  if (next) return "Next, another phase.";
  const facet = dim === 2 ? "edge" : "facet";
  switch (stop) {
    case "origin_inside":
      return "Stopped: the simplex holds the origin, so the shapes have a point in common.";
    case "rounding":
      return "Stopped: rounding hides the next step. The bracket says how much is open.";
    case "limit":
      return "Stopped at the limit of iterations. The answer is the bracket reached so far, and it is still true.";
    case "repeated_vertex":
      return phase === "penetration"
        ? `Stopped: nothing lies beyond this ${facet}: it is the boundary.`
        : "Stopped: the support point is a vertex of the simplex already. Nothing of the difference lies nearer to the origin.";
    case "bounds_met":
      if (phase === "penetration" || (phase === "exact" && isDepth(steps.bounds[index]!))) {
        return `Stopped: nothing lies beyond this ${facet}: it is the boundary.`;
      }
      return "Stopped: the two bounds met. Nothing of the difference lies nearer to the origin.";
  }
}

/** Whether exact steps were after a depth: their upper bound is not above zero then. */
function isDepth({ upper }: Bounds): boolean {
  return upper !== null && upper <= 0;
}

const PHASES = { distance: "distance loop", penetration: "expanding polytope", exact: "exact numbers" };

export function phase(step: Step): string {
  return PHASES[step.phase];
}

/** What the step did, in sentences. `{name|words}` are words that light with all that bears the name. */
export function story(steps: Steps, index: number, dim: number, names: Names): string[] {
  const step = steps.at(index)!;
  return [...origins(steps, index, names), found(step, names), kept(steps, index, dim, names)];
}

/** Where the direction of a phase's first step comes from. */
function origins(steps: Steps, index: number, names: Names): string[] {
  if (index > 0) return [];
  if (steps.bounds[0]!.phase !== "distance") return [];
  const [a, b] = bodiesOf(names);
  return [`The first direction {d|d} goes from the middle of ${a} to the middle of ${b}, or along the first axis where these are one point. Any other direction would do.`];
}

/** The bodies, in a sentence. */
function bodiesOf(names: Names): string[] {
  return names.bodies.map((body, place) => `{${litOf(names).bodies[place]!}|${body}}`);
}

function found({ vertex, direction }: Step, names: Names): string {
  const [a, b] = bodiesOf(names);
  const { supports } = litOf(names);
  const at = vertex.indices ? ([0, 1] as const).map((body) => cornerName(names, body, vertex.indices![body])) : null;
  const of = (body: 0 | 1) => `{${supports[body]}|${at ? at[body]! : vector(body === 0 ? vertex.a : vertex.b)}}`;
  const second = at?.[1] === names.bodies[1] ? `${b} is a single point` : `against it, that of ${b} is ${of(1)}`;
  const difference = at ? `s = ${at[0]} − ${at[1]} = ${vector(vertex.point)}` : `s = ${vector(vertex.point)}`;
  return `Along {d|d = ${vector(direction)}} the farthest point of ${a} is ${of(0)}; ${second}. The support point is {s|${difference}}.`;
}

function kept(steps: Steps, index: number, dim: number, names: Names): string {
  const step = steps.at(index)!;
  const facet = dim === 2 ? "edge" : "facet";
  const ended = step.stop !== null;
  if (step.phase === "penetration") {
    return ended ? `It lies on the ${facet} that was searched from, or no farther than rounding can tell: the {polytope|polytope} stays as it is.` : `It lies beyond the nearest ${facet}, so the {polytope|polytope} grows by it. The nearest ${facet} of the new polytope is searched next.`;
  }
  if (step.phase === "exact") {
    return ended ? "It lies no farther than the face that was searched from." : "It lies farther than the face that was searched from, so the search goes on from it.";
  }
  if (step.simplex.length === dim + 1) return "The {simplex|simplex} now holds the {O|origin}.";
  const curved = step.vertex.indices === null;
  if (ended) {
    return `It reaches no farther along {d|d} than the {simplex|simplex} does${curved ? ", but for the tolerance" : ""}: the {O|origin} is in the {region|${region(step, dim, names)}}.`;
  }
  if (curved && step.simplex.length === 1 && (step.lower ?? 0) > 0) {
    return "The plane through it parts the shapes. Newton's method finds the next direction, and the nearest point so far is kept.";
  }
  return `The {O|origin} is in the {region|${region(step, dim, names)}}; only that part of the {simplex|simplex} is kept.`;
}

/** The answer in a sentence. */
export function verdict(answer: Answer, { bodies: [first, b] }: Names): string {
  const a = first.replace(/^the /, "The ");
  switch (answer.status) {
    case "separated":
      return `${a} and ${b} are ${number(answer.distance)} apart.`;
    case "touching":
      return `${a} and ${b} touch.`;
    case "overlapping":
      return `${a} and ${b} overlap, ${number(Math.abs(answer.distance))} deep.`;
  }
}

/** How the steps shown and the support points of the answer go together, where their counts differ. */
export function counts(steps: Steps, answer: Answer): string | null {
  if (steps.length === answer.iterations) return null;
  const searched = steps.bounds.filter(({ phase }) => phase !== "exact").length;
  const exact = steps.length - searched;
  const many = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;
  if (answer.iterations === 0) {
    return `A closed formula gives this answer without a search, so it asks for no support point. The ${many(steps.length, "step")} beside show${steps.length === 1 ? "s" : ""} how the search finds the same.`;
  }
  if (searched === answer.iterations) return `The ${many(steps.length, "step")}: ${searched} in floats, and ${exact} in exact numbers, whose support points are not counted.`;
  return `The search shows ${many(steps.length, "step")}; some of its support points are taken without a step of their own.`;
}
