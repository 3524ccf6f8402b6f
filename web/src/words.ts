// Numbers and steps in words.

import type { Answer, Point, SimplexVertex, Step, Stop } from "./engine.ts";

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

/** The name of a vertex of the simplex by the vertices it is the difference of: `a₂ − b₀`. */
export function vertexName(vertex: SimplexVertex): string {
  if (!vertex.indices) return "w";
  return `a${lowered(vertex.indices[0])} − b${lowered(vertex.indices[1])}`;
}

const FEATURES = ["nothing", "vertex", "edge", "triangle", "tetrahedron"];

/** The Voronoi region that holds the origin, named by the vertices that the step kept. */
export function region(step: Step, dim: number): string {
  const count = step.simplex.length;
  if (step.phase === "penetration") return dim === 2 ? "nearest edge of the polytope" : "nearest facet of the polytope";
  if (count === dim + 1) return `inside the ${FEATURES[count]}`;
  return `${FEATURES[count]} region of ${step.simplex.map(vertexName).join(", ")}`;
}

const REASONS: Record<Stop, string> = {
  bounds_met: "the two bounds met: nothing is left to gain.",
  repeated_vertex: "the support point is a vertex of the simplex already. Nothing of A − B lies nearer to the origin.",
  origin_inside: "the simplex holds the origin, so A and B have a point in common.",
  rounding: "rounding hides the next step. The exact solver takes over, or the bracket says how much is open.",
  limit: "the limit of iterations struck. The answer is the bracket reached so far, and it is still true.",
};

export function stopReason(stop: Stop): string {
  return `Stopped, since ${REASONS[stop]}`;
}

const PHASES = { distance: "distance loop", penetration: "expanding polytope", exact: "exact numbers" };

export function phase(step: Step): string {
  return PHASES[step.phase];
}

/** What the step did, in sentences. */
export function story(step: Step, dim: number): string[] {
  const { vertex } = step;
  const [a, b] = vertex.indices ? [`a${lowered(vertex.indices[0])}`, `b${lowered(vertex.indices[1])}`] : ["a", "b"];
  const found = `Along d = ${vector(step.direction)} the farthest point of A is ${a}, and against it the farthest of B is ${b}. Their difference w = ${vector(vertex.point)} is the support point of A − B.`;
  const kept =
    step.phase === "penetration"
      ? "The polytope grows by it; the facet nearest to the origin is searched next."
      : step.simplex.length === dim + 1
        ? "The simplex now holds the origin."
        : `The origin lies in the ${region(step, dim)}; only that part of the simplex is kept.`;
  return [found, kept];
}

/** The answer in a sentence. */
export function verdict(answer: Answer): string {
  switch (answer.status) {
    case "separated":
      return `A and B are ${number(answer.distance)} apart.`;
    case "touching":
      return "A and B touch.";
    case "overlapping":
      return `A and B overlap, ${number(Math.abs(answer.distance))} deep.`;
  }
}
