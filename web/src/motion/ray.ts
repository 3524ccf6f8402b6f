// A ray and convex shapes: what each edge leaves of it, where it enters and leaves, and what proves a miss.

import type { Controls } from "../controls.ts";
import { find, html, svg } from "../dom.ts";
import { outlines, type Point } from "../engine.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import { Frame, type Pair } from "../plane/frame.ts";
import { arrow, arrowLabel, dot, label, line as segment, wall } from "../plane/marks.ts";
import { line, moved, pose, type Shape, type State, tidy, turned } from "../scene.ts";
import type { Store } from "../store.ts";
import { Bodies, type Drawn, middle, placed } from "./bodies.ts";
import { Intervals } from "./intervals.ts";
import { load, Ray } from "./module.ts";
import { rayPanel } from "./crossing.ts";
import { rounded } from "./words.ts";

/** One press of an arrow, and with Shift, in pixels. */
const NUDGE = 12;
const FINE = 1;
const TURN = Math.PI / 24;

interface Solved {
  shapes: Shape[];
  pair: [number, number];
  motion: State["motion"];
  ray: Ray;
  origin: Point;
  /** The corners of all shapes in the world, counter-clockwise. */
  corners: Point[][];
}

export class RayStage {
  private readonly frame: Frame;
  private readonly bodies: Bodies;
  private readonly intervals = new Intervals();
  private readonly other = html("button", { type: "button", id: "other" }, "Ask about the other shape");
  private readonly root = html("div", { class: "moving" });
  private solved: Solved | undefined;
  private fitted: number | undefined;

  static async create(store: Store, controls: Controls): Promise<RayStage> {
    await load();
    return new RayStage(store, controls);
  }

  private constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    this.frame = new Frame("The ray", () => void (this.root.isConnected && this.draw()));
    this.bodies = new Bodies(this.frame, {
      pick: (place) => place < store.state.shapes.length && store.pick(place),
      begin: () => store.remember(),
      move: (place, by) => this.move(place, by),
      key: (place, event) => this.key(place, event),
    });
    this.other.addEventListener("click", () => this.next());
  }

  get views(): Frame[] {
    return [this.frame];
  }

  get pictures(): Picture[] {
    const drawn: [string, SVGSVGElement][] = [["ray", this.frame.svg], ["intervals", this.intervals.svg]];
    return drawn.map(([name, svg]) => ({ name, svg: () => svgText(svg), png: () => pngOf(svg) }));
  }

  mount(): void {
    this.fitted = undefined;
    this.root.replaceChildren(
      html("div", { class: "bar", role: "group", "aria-label": "The shapes" }, this.other),
      html(
        "div",
        { class: "pictures" },
        html("figure", {}, html("figcaption", {}, "The ray and the edges of A"), this.frame.root),
        html("figure", {}, html("figcaption", {}, "What the edges leave of the ray"), this.intervals.root),
      ),
      this.controls.root,
    );
    find("#pictures").replaceChildren(this.root);
  }

  draw(): void {
    const { state } = this.store;
    const solved = this.solve(state);
    const { ray } = solved;
    // Each edge is a step, and the last step is the answer.
    this.controls.update(ray.cuts.length ? ray.cuts.length + 1 : 0);
    const { shown } = this.controls;
    this.other.hidden = state.shapes.length < 3;
    this.camera(state, solved);
    this.frame.drawGrid();
    this.bodies.draw(this.drawn(state, solved));
    this.frame.back.replaceChildren(...this.cutMarks(solved, shown));
    this.frame.front.replaceChildren(...this.rayMarks(solved, state.motion!.travel, shown));
    this.intervals.draw(ray, shown);
    find("#panel").replaceChildren(rayPanel(ray, shown));
  }

  private solve(state: State): Solved {
    const { shapes, pair, motion } = state;
    const before = this.solved;
    if (before && before.shapes === shapes && before.pair === pair && before.motion === motion) return before;
    const corners = shapes.map((shape) => {
      const core = outlines({ ...line(state), a: shape.spelling, b: shape.spelling }, 200).a.core;
      const points = core.map(({ point }) => point as Point);
      return area(points) < 0 ? points.reverse() : points;
    });
    const [a, b] = pair.map((place) => shapes[place]!) as [Shape, Shape];
    const body = (shape: Shape) => ({ points: shape.spelling.points!, pose: pose(shape, 2) });
    const origin = placed(b.spelling.points!, pose(b, 2))[0]!;
    const ofA = corners[pair[0]]!;
    const ray = new Ray(body(a), ofA.length > 2 && motion!.travel.some((value) => value !== 0) ? ofA : [], body(b), motion!.travel);
    return (this.solved = { shapes, pair, motion, ray, origin, corners });
  }

  /** All shapes, and the end of the ray, which is dragged like them. */
  private drawn(state: State, { corners, origin }: Solved): Drawn[] {
    const bodies = state.shapes.map((shape, place): Drawn => {
      if (place === state.pair[1]) return { corners: [origin], role: "b", letter: "", words: `The origin of the ray. Arrows move it.` };
      const isA = place === state.pair[0];
      return { corners: corners[place]!, role: isA ? "a" : "none", letter: isA ? "A" : "", words: `${isA ? "Shape A" : "Bystander"}: ${shape.name}. Arrows move it, Q and E turn it, A makes it A.` };
    });
    const { travel } = state.motion!;
    const end = [origin[0]! + travel[0]!, origin[1]! + travel[1]!];
    return [...bodies, { corners: [end], role: "b", letter: "", isHandle: true, words: "The end of the ray. Arrows move it." }];
  }

  /** The edge of the step: its line, the side that it cuts away, and its normal. */
  private cutMarks({ ray, corners, pair }: Solved, shown: number): SVGElement[] {
    const cut = ray.cuts[shown - 1];
    const ofA = corners[pair[0]]!;
    if (!cut) return shown === 0 && ray.cuts.length ? [] : partingMarks(this.frame, ray);
    const [from, to] = [ofA[shown - 1]!, ofA[shown % ofA.length]!];
    const [x, y] = cut.normal as Pair;
    const reach = this.frame.unit(2000);
    const corner = (across: number, out: number): Point => [from[0]! - across * y + out * x, from[1]! + across * x + out * y];
    return [
      svg("path", { class: "cut-away", d: this.frame.path([corner(-reach, 0), corner(reach, 0), corner(reach, reach), corner(-reach, reach)]) }),
      wall(this.frame, from, [x, y], "support"),
      segment(this.frame, from, to, "edge-now"),
      arrow(this.frame, middle([from, to]), [x, y], 34),
      label(this.frame, middle([from, to]), "n", "way-text", [10 + 20 * x, -20 * y + 12]),
    ];
  }

  /** The ray, its whole line, and what is left of that. */
  private rayMarks({ ray, origin }: Solved, travel: Point, shown: number): SVGElement[] {
    const { frame } = this;
    const at = (fraction: number): Point => origin.map((value, axis) => value + travel[axis]! * fraction);
    const size = Math.hypot(travel[0]!, travel[1]!);
    if (size === 0) return [];
    const reach = frame.unit(3000) / size;
    const [cut, last] = [ray.cuts[shown - 1], shown > 0 ? ray.cuts[Math.min(shown, ray.cuts.length) - 1] : undefined];
    const [from, until] = last ? [Math.max(last.from, -reach), Math.min(last.until, reach)] : [-reach, reach];
    const nodes: SVGElement[] = [segment(frame, at(-reach), at(reach), "whole-line")];
    if (from <= until) nodes.push(segment(frame, at(from), at(until), "left-of-ray"));
    nodes.push(svg("g", { class: "ray" }, rayArrow(frame, origin, at(1))));
    if (cut && Number.isFinite(cut.fraction)) nodes.push(dot(frame, at(cut.fraction), "fresh", 7));
    const isAnswered = shown > ray.cuts.length || ray.cuts.length === 0;
    if (!isAnswered || ray.answer.outcome !== "hit") return nodes;
    const { contact, fraction } = ray.answer;
    const place = at(fraction);
    nodes.push(dot(frame, place, "witness", 5.5));
    if (fraction > 0) nodes.push(arrow(frame, place, contact.normal, 44), arrowLabel(frame, place, contact.normal, 44, "n"));
    nodes.push(label(frame, place, fraction > 0 ? `enters at ${rounded(fraction, 4)}` : "starts inside", "hit-text", [12, 20]));
    const exit = ray.crossing?.exit.fraction;
    if (exit !== undefined) nodes.push(dot(frame, at(exit), "witness", 4.5), label(frame, at(exit), `leaves at ${rounded(exit, 4)}`, "", [12, -10]));
    return nodes;
  }

  private camera(state: State, { corners, origin }: Solved): void {
    const { travel } = state.motion!;
    const points = [...corners.flat(), [origin[0]! + travel[0]!, origin[1]! + travel[1]!]] as Pair[];
    if (this.fitted === this.store.opened) return this.frame.remember(points);
    this.fitted = this.store.opened;
    this.frame.fit(points);
  }

  /** Moves a shape, or the end of the ray. */
  private move(place: number, by: Pair): void {
    const { shapes, motion } = this.store.state;
    if (place < shapes.length) return this.store.alter({ shapes: shapes.map((shape, other) => (other === place ? moved(shape, 2, by) : shape)) });
    this.store.alter({ motion: { ...motion!, travel: motion!.travel.map((value, axis) => tidy(value + by[axis]!)) } });
  }

  private key(place: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { store } = this;
    const { shapes, pair } = store.state;
    const reach = this.frame.unit(event.shiftKey ? FINE : NUDGE);
    const angle = event.shiftKey ? TURN / 10 : TURN;
    const isShape = place < shapes.length && place !== pair[1];
    const move = (x: number, y: number) => () => this.move(place, [x * reach, y * reach]);
    const turn = (by: number) => () => store.edit(place, (shape) => turned(shape, by, middle(this.solved!.corners[place]!)));
    const acts: Record<string, () => void> = {
      ArrowRight: move(1, 0),
      ArrowLeft: move(-1, 0),
      ArrowUp: move(0, 1),
      ArrowDown: move(0, -1),
      ...(isShape ? { q: turn(angle), e: turn(-angle), a: () => store.role(place, 0) } : {}),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat && event.key.toLowerCase() !== "a") store.remember();
    act();
  }

  /** The next shape that is not the ray becomes A. */
  private next(): void {
    const { shapes, pair } = this.store.state;
    const others = shapes.map((_, place) => place).filter((place) => place !== pair[1]);
    this.store.role(others[(others.indexOf(pair[0]) + 1) % others.length]!, 0);
  }
}

/** A line that keeps A and the ray apart. */
function partingMarks(frame: Frame, { parting }: Ray): SVGElement[] {
  if (!parting) return [];
  const { normal: [x, y], farthestOfShape, leastOfRay } = parting;
  const between = (farthestOfShape + leastOfRay) / 2;
  return [wall(frame, [between * x!, between * y!], [x!, y!], "parting")];
}

function rayArrow(frame: Frame, from: Point, to: Point): SVGElement {
  const [[x, y], [tx, ty]] = [frame.px(from), frame.px(to)];
  const size = Math.hypot(tx - x, ty - y) || 1;
  const [ux, uy] = [(tx - x) / size, (ty - y) / size];
  const [bx, by] = [tx - ux * 12, ty - uy * 12];
  return svg(
    "g",
    {},
    svg("line", { class: "ray-shaft", x1: x, y1: y, x2: bx, y2: by }),
    svg("path", { class: "ray-head", d: `M${tx} ${ty}L${bx - uy * 6} ${by + ux * 6}L${bx + uy * 6} ${by - ux * 6}Z` }),
  );
}

/** Twice the area of a polygon; below zero if it goes clockwise. */
function area(points: Point[]): number {
  return points.reduce((sum, [x, y], place) => {
    const [nx, ny] = points[(place + 1) % points.length]!;
    return sum + x! * ny! - nx! * y!;
  }, 0);
}
