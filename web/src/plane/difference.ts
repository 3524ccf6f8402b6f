// The right picture: the Minkowski difference, the origin, and the simplex on its way.

import type { Drawing, SimplexVertex, Step, Steps } from "../engine.ts";
import { svg } from "../dom.ts";
import { cornerName, type Names, number, vertexName } from "../words.ts";
import { Frame, type Pair } from "./frame.ts";
import { arrow, arrowLabel, called, cross, dot, label, line, pixels, unit, wall } from "./marks.ts";
import { features, region } from "./regions.ts";

/** More corners than this are drawn without names. */
const NAMED = 14;

/** More corners than this are drawn without dots. */
const DOTTED = 120;

const ORIGIN: Pair = [0, 0];

export class DifferencePicture {
  readonly frame: Frame;
  /** What draws the picture anew where others add marks of their own to it. */
  again: (() => void) | undefined;
  private last: [Drawing, Steps, number, Names] | undefined;

  constructor() {
    this.frame = new Frame("Minkowski difference", () => (this.again ? this.again() : this.last && this.draw(...this.last)));
  }

  /** The points that the camera should show. */
  static extent(drawing: Drawing): Pair[] {
    const { core, rounded } = drawing.difference;
    return [ORIGIN, ...core.map((corner) => corner.point), ...rounded];
  }

  /** Draws the state after `shown` steps. */
  draw(drawing: Drawing, steps: Steps, shown: number, names: Names): void {
    this.last = [drawing, steps, shown, names];
    const { frame } = this;
    frame.drawGrid();
    const step = steps.at(shown - 1);
    const simplex = step ? stepMarks(frame, steps, shown - 1, names) : { back: [], front: [] };
    frame.back.replaceChildren(...simplex.back, body(frame, drawing, step, names), ...simplex.front);
    frame.front.replaceChildren(called("O", cross(frame, ORIGIN)), called("O", label(frame, ORIGIN, "O", "", [-11, 17])));
  }
}

/** The outline, and the names of its corners where they leave room. */
function body(frame: Frame, drawing: Drawing, step: Step | undefined, names: Names): SVGElement {
  const { core, rounded } = drawing.difference;
  const points = core.map((corner) => corner.point);
  const group = svg("g", { class: "difference" });
  if (rounded.length) group.append(called("S", svg("path", { class: "rounded", d: frame.path(rounded) })));
  group.append(called("S", svg("path", { d: frame.path(points) })));
  if (core.length > DOTTED) return group;
  const taken = new Set(step ? [...step.simplex, step.vertex].map((vertex) => vertexName(vertex, names)) : []);
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / points.length, 0));
  for (const corner of core) {
    if (corner.vertex === null || corner.other === null) continue;
    group.append(dot(frame, corner.point, "", 2.6));
    const name = `${cornerName(names, 0, corner.vertex)} − ${cornerName(names, 1, corner.other)}`;
    if (core.length > NAMED || taken.has(name)) continue;
    const right = corner.point[0] >= middle[0]!;
    group.append(label(frame, corner.point, name, "", [right ? 8 : -8, corner.point[1] >= middle[1]! ? -7 : 15]));
  }
  return group;
}

/** What a step shows: under the outline its region, above it the simplex, the support line and the nearest point. */
function stepMarks(frame: Frame, steps: Steps, index: number, names: Names): { back: SVGElement[]; front: SVGElement[] } {
  const step = steps.at(index)!;
  const working = workingSimplex(steps, index);
  const points = working.map((vertex) => vertex.point as Pair);
  const nearest = mixture(step.simplex);
  const back: SVGElement[] = [];
  const front: SVGElement[] = [];
  if (step.phase !== "penetration") {
    const kept = step.simplex.map((vertex) => points.findIndex((point) => same(point, vertex.point))).filter((place) => place >= 0);
    if (points.length <= 3) back.push(...voronoi(frame, points, kept));
    if (points.length > 1) front.push(svg("path", { class: "before", d: frame.path(points, points.length > 2) }));
  }
  if (step.polytope.length) {
    front.push(called("polytope", svg("path", { class: "polytope", d: facetPath(frame, step) })));
  }
  front.push(called("simplex", svg("path", { class: "simplex", d: frame.path(step.simplex.map((vertex) => vertex.point), step.simplex.length > 2) })));
  const from = searchedFrom(steps, index);
  front.push(called("wall", wall(frame, step.vertex.point, step.direction, "support")));
  front.push(called("d", arrow(frame, from, step.direction, 46)), called("d", arrowLabel(frame, from, step.direction, 46, "d")));
  if (step.simplex.length <= 2) {
    front.push(called("PQ", line(frame, ORIGIN, nearest, "gap")), called("P", dot(frame, nearest, "witness", 4.5)));
    const size = Math.hypot(nearest[0]!, nearest[1]!);
    if (frame.length(size) > 46) {
      // On the other side of the line than the letter d.
      const [ux, uy] = unit(step.direction);
      const shift: Pair = [uy * 14 || 1, ux * 14 + 4];
      front.push(called("PQ", label(frame, [nearest[0]! / 2, nearest[1]! / 2], number(size), "gap-text", shift)));
    }
    const between = step.simplex.filter((vertex) => vertex.weight > 0).length > 1;
    const crowded = step.simplex.some(({ point }) => frame.length(Math.hypot(point[0]! - nearest[0]!, point[1]! - nearest[1]!)) < 36);
    const [dx, dy] = beside(nearest);
    // Beside a corner's name its own stands on the other side.
    if (between && frame.length(size) > 20) front.push(called("P", label(frame, nearest, nearestName(names), "gap-text", [crowded ? -dx : dx, dy])));
  }
  for (const vertex of step.simplex) {
    front.push(dot(frame, vertex.point, "dot"));
    front.push(label(frame, vertex.point, vertexName(vertex, names), "", side(vertex.point)));
  }
  front.push(called("s", dot(frame, step.vertex.point, "fresh", 8.5)));
  if (!step.simplex.some((vertex) => same(vertex.point, step.vertex.point))) {
    front.push(called("s", label(frame, step.vertex.point, vertexName(step.vertex, names), "fresh-text", side(step.vertex.point))));
  }
  return { back, front };
}

/** The simplex that the step's region was sought in: what the last step kept, and the new vertex. */
export function workingSimplex(steps: Steps, index: number): SimplexVertex[] {
  const step = steps.at(index)!;
  const before = steps.at(index - 1);
  const kept = before && before.phase === step.phase ? before.simplex : step.simplex.filter((vertex) => !same(vertex.point, step.vertex.point));
  const together = kept.some((vertex) => same(vertex.point, step.vertex.point)) ? kept : [...kept, step.vertex];
  const missing = step.simplex.filter((vertex) => !together.some((other) => same(other.point, vertex.point)));
  return [...together, ...missing];
}

/** The point that the search went out from: the nearest point that the last step knew. */
function searchedFrom(steps: Steps, index: number): Pair {
  const step = steps.at(index)!;
  const before = steps.at(index - 1);
  if (step.phase === "penetration") return mixture(step.simplex);
  if (before && before.phase === step.phase) return mixture(before.simplex);
  return step.phase === "distance" ? [-step.direction[0]!, -step.direction[1]!] : mixture(step.simplex);
}

function voronoi(frame: Frame, corners: Pair[], kept: number[]): SVGElement[] {
  const [window, simplex] = [frame.pane(), corners.map((corner) => frame.px(corner))];
  return features(simplex.length).flatMap((feature) => {
    const outline = region(window, simplex, feature);
    if (outline.length < 3) return [];
    const holds = feature.length === kept.length && feature.every((place) => kept.includes(place));
    const d = pixels(outline);
    return [holds ? called("region", svg("path", { class: "region border", d })) : svg("path", { class: "border", d, fill: "none" })];
  });
}

function facetPath(frame: Frame, step: Step): string {
  return step.facets.map(([from, to]) => frame.path([step.polytope[from]!, step.polytope[to]!], false)).join("");
}

/** The point of the simplex with the solver's weights. */
export function mixture(simplex: SimplexVertex[], of: "point" | "a" | "b" = "point"): Pair {
  return [0, 1].map((axis) => simplex.reduce((sum, vertex) => sum + vertex.weight * vertex[of][axis]!, 0)) as Pair;
}

function same(left: number[], right: number[]): boolean {
  return left.every((value, axis) => value === right[axis]);
}

/** In the difference with a point the nearest point of the shape has been moved by it. */
function nearestName({ nearest, corners }: Names): string {
  const [, other] = corners;
  return typeof other === "string" || other.length !== 1 || other[0] === "O" ? nearest : `${nearest} − ${other[0]}`;
}

/** Away from the origin's line to the point, where the gap's label is. */
function beside(point: number[]): Pair {
  return Math.abs(point[0]!) > Math.abs(point[1]!) ? [point[0]! >= 0 ? 9 : -9, 17] : [12, 5];
}

function side(point: number[]): Pair {
  return [point[0]! >= 0 ? 11 : -11, point[1]! >= 0 ? -9 : 17];
}
