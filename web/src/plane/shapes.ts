// The left picture: the shapes themselves, which can be dragged, turned and picked, and what a step finds on them.

import type { Answer, Outline, Steps } from "../engine.ts";
import { svg } from "../dom.ts";
import { pose, type State } from "../scene.ts";
import { cornerName, litCorner, litOf, type Names, number } from "../words.ts";
import { mixture } from "./difference.ts";
import { type Drags, draggable, follow } from "./drag.ts";
import { LETTERS, type Regions } from "./exhibit.ts";
import { Frame, type Pair } from "./frame.ts";
import { arrow, arrowLabel, called, dot, label, line, pixels, wall } from "./marks.ts";
import { features, region } from "./regions.ts";

/** More corners than this are drawn without names, and more than this without dots. */
const NAMED = 12;
const DOTTED = 120;

/** How far the handle for turning stands off, in pixels. */
const HANDLE = 34;

export interface ShapesView {
  state: State;
  /** Outlines of all shapes, the pair's among them. */
  outlines: Outline[];
  steps: Steps;
  shown: number;
  answer: Answer;
  selected: number;
  names: Names;
  /** The regions of the first shape, where the lesson is about them. */
  regions: Regions | null;
}

export interface Gestures extends Drags {
  /** About a point of the world. */
  turn(place: number, angle: number, about: Pair): void;
  /** A corner of a shape, by its index among the shape's points, is elsewhere in the world. */
  corner(place: number, index: number, to: Pair): void;
}

/** One press of an arrow on a corner, and with Shift, in pixels. */
const CORNER = 8;
const FINE = 1;

export class ShapesPicture {
  readonly frame: Frame;
  /** What draws the picture anew where others add marks of their own to it. */
  again: (() => void) | undefined;
  private last: ShapesView | undefined;
  private groups: SVGGElement[] = [];
  private readonly handle = svg("g", { class: "handle", "aria-hidden": "true" });
  /** The corner that the arrows move: of which shape, and its index. */
  private chosen: [number, number] | null = null;

  constructor(private readonly gestures: Gestures) {
    this.frame = new Frame("The shapes", () => (this.again ? this.again() : this.last && this.draw(this.last)));
    this.frame.grips.append(this.handle);
  }

  static extent(outlines: Outline[]): Pair[] {
    return outlines.flatMap(({ core, rounded }) => [...core.map((corner) => corner.point), ...rounded]);
  }

  draw(view: ShapesView): void {
    this.last = view;
    this.frame.drawGrid();
    while (this.groups.length > view.outlines.length) this.groups.pop()!.remove();
    view.outlines.forEach((outline, place) => this.drawBody(view, outline, place));
    this.drawHandle(view);
    this.frame.back.replaceChildren(...(view.regions ? regionMarks(this.frame, view.regions, view.names) : []));
    this.frame.front.replaceChildren(...stepMarks(this.frame, view));
  }

  private drawBody(view: ShapesView, outline: Outline, place: number): void {
    const group = (this.groups[place] ??= draggable(this.frame, place, { ...this.gestures, key: (of, event) => this.cornerKey(of, event) || this.gestures.key(of, event) }));
    const role = role_(view.state, place);
    const body = view.state.pair.indexOf(place) as 0 | 1 | -1;
    if (body >= 0) group.dataset.name = litOf(view.names).bodies[body as 0 | 1];
    else delete group.dataset.name;
    group.setAttribute("class", `body of-${role === "" ? "none" : role.toLowerCase()}${view.selected === place ? " selected" : ""}`);
    const [x, y] = pose(view.state.shapes[place]!, 2).translation;
    const name = view.state.shapes[place]!.name;
    group.setAttribute("aria-label", `${role ? `Shape ${role}` : "Bystander"}: ${name}, at ${number(x!)}, ${number(y!)}. Arrows move, Q and E turn, C picks a corner.`);
    const core = outline.core.map((corner) => corner.point);
    const nodes: SVGElement[] = [];
    if (outline.rounded.length) {
      nodes.push(svg("path", { class: "core", d: this.frame.path(outline.rounded) }));
      if (core.length > 1) nodes.push(svg("path", { class: "skeleton", d: this.frame.path(core) }));
    } else {
      nodes.push(svg("path", { class: "core", d: this.frame.path(core) }));
    }
    // A point or a segment still has something to grab.
    const [hx, hy] = this.frame.px(core[0]!);
    if (core.length <= 2) {
      nodes.push(svg("path", { class: "grip", d: this.frame.path(core), "stroke-width": 24, "stroke-opacity": 0, style: "stroke-width:24" }));
      nodes.push(svg("circle", { class: "grip", cx: hx, cy: hy, r: 16, style: "fill-opacity:0;stroke-opacity:0" }));
    }
    const lit = (corner: number, element: SVGElement) => (body >= 0 ? called(litCorner(view.names, body as 0 | 1, corner), element) : element);
    for (const corner of outline.core) {
      if (corner.vertex === null || outline.core.length > DOTTED) continue;
      const [cx, cy] = this.frame.px(corner.point);
      nodes.push(lit(corner.vertex, role === "B" ? svg("rect", { x: cx - 3.2, y: cy - 3.2, width: 6.4, height: 6.4 }) : svg("circle", { cx, cy, r: 3.4 })));
      if (body >= 0 && outline.core.length <= NAMED) {
        nodes.push(lit(corner.vertex, this.cornerName(outline, corner.point, cornerName(view.names, body as 0 | 1, corner.vertex))));
      }
    }
    for (const { vertex, point } of movable(view, outline, place)) nodes.push(lit(vertex, this.cornerGrip(place, vertex, point)));
    const mark = body >= 0 ? view.names.marks[body as 0 | 1] : "";
    if (mark) nodes.push(this.bodyName(outline, mark));
    group.replaceChildren(...nodes);
  }

  /** A corner that can be dragged, larger than it is drawn. */
  private cornerGrip(place: number, vertex: number, point: Pair): SVGElement {
    const [cx, cy] = this.frame.px(point);
    const isChosen = this.chosen?.[0] === place && this.chosen[1] === vertex;
    const grip = svg("circle", { class: `grip corner${isChosen ? " chosen" : ""}`, cx, cy, r: 9 });
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.groups[place]!.focus({ preventScroll: true });
      this.gestures.begin();
      follow(this.frame.svg, event, (next) => this.gestures.corner(place, vertex, this.frame.world(next)));
    });
    return grip;
  }

  /** C picks a corner, arrows move it, Escape leaves it; whether the key was meant for a corner. */
  private cornerKey(place: number, event: KeyboardEvent): boolean {
    const { last } = this;
    if (!last || event.ctrlKey || event.metaKey || event.altKey) return false;
    const corners = movable(last, last.outlines[place]!, place);
    const at = this.chosen?.[0] === place ? corners.findIndex(({ vertex }) => vertex === this.chosen![1]) : -1;
    const arrow = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key.toLowerCase() === "c" && corners.length) {
      const next = corners[at + 1];
      this.chosen = next ? [place, next.vertex] : null;
      this.draw(last);
    } else if (event.key === "Escape" && at >= 0) {
      this.chosen = null;
      this.draw(last);
    } else if (arrow && at >= 0) {
      const reach = this.frame.unit(event.shiftKey ? FINE : CORNER);
      if (!event.repeat) this.gestures.begin();
      this.gestures.corner(place, corners[at]!.vertex, [0, 1].map((axis) => corners[at]!.point[axis]! + arrow[axis]! * reach) as Pair);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  /** The name of a corner, outside. */
  private cornerName(outline: Outline, at: number[], text: string): SVGElement {
    const [x, y] = this.middle(outline);
    const [dx, dy] = [at[0]! - x, at[1]! - y];
    const length = Math.hypot(dx, dy);
    const shift: Pair = length > 0 ? [(dx / length) * 15, (-dy / length) * 15 + 4] : [0, 22];
    const [px, py] = this.frame.px(at);
    return svg("text", { "aria-hidden": "true", class: "halo", x: px + shift[0], y: py + shift[1], "text-anchor": "middle" }, text);
  }

  private bodyName(outline: Outline, text: string): SVGElement {
    const [x, y] = this.frame.px(this.middle(outline));
    const thin = outline.core.length <= 2 && !outline.rounded.length;
    return svg("text", { "aria-hidden": "true", x: x + (thin ? 20 : 0), y: y + (thin ? 20 : 5), "text-anchor": "middle", style: "font:italic 600 19px var(--serif)" }, text);
  }

  /** The middle of a core's corners. */
  middle(outline: Outline): Pair {
    const count = outline.core.length;
    return [0, 1].map((axis) => outline.core.reduce((sum, corner) => sum + corner.point[axis]! / count, 0)) as Pair;
  }

  /** A knob beside the picked shape; dragging it turns the shape about its middle. */
  private drawHandle(view: ShapesView): void {
    const shape = view.state.shapes[view.selected];
    const outline = view.outlines[view.selected];
    this.handle.replaceChildren();
    if (!shape || !outline || outline.core.length + outline.rounded.length <= 1) return;
    const about = this.middle(outline);
    const centre = this.frame.px(about);
    const points = outline.rounded.length ? outline.rounded : outline.core.map((corner) => corner.point);
    const top = points.reduce((least, point) => Math.min(least, this.frame.px(point)[1]), Infinity);
    const knob: Pair = [centre[0], Math.max(12, top - HANDLE)];
    const circle = svg("circle", { cx: knob[0], cy: knob[1], r: 7.5 });
    const role = role_(view.state, view.selected).toLowerCase() || "none";
    this.handle.setAttribute("class", `handle of-${role}`);
    this.handle.append(svg("line", { x1: knob[0], y1: knob[1] + 8, x2: knob[0], y2: top - 6 }), circle);
    this.handle.append(svg("path", { d: `M${knob[0] - 3.4} ${knob[1] - 1}a3.5 3.5 0 1 1 1.2 3.6`, fill: "none", stroke: "currentColor", "stroke-width": 1.4 }));
    this.handle.onpointerdown = (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.gestures.begin();
      const at = (next: PointerEvent) => {
        const box = this.frame.svg.getBoundingClientRect();
        return Math.atan2(-(next.clientY - box.top - centre[1]), next.clientX - box.left - centre[0]);
      };
      let before = at(event);
      follow(this.frame.svg, event, (next) => {
        const now = at(next);
        this.gestures.turn(view.selected, now - before, about);
        before = now;
      });
    };
  }
}

/** The corners of a shape that can be moved one by one: those of a list of points that is not long. */
function movable(view: ShapesView, { core }: Outline, place: number): { vertex: number; point: Pair }[] {
  const { points } = view.state.shapes[place]!.spelling;
  if (!points || points.length < 2 || core.length > NAMED) return [];
  return core.flatMap(({ vertex, point }) => (vertex === null ? [] : [{ vertex, point }]));
}

/** `A`, `B`, or nothing for a bystander. */
function role_(state: State, place: number): "A" | "B" | "" {
  return place === state.pair[0] ? "A" : place === state.pair[1] ? "B" : "";
}

/** The support points of the step and the witness points that its weights give; after the last step the answer's. */
function stepMarks(frame: Frame, view: ShapesView): SVGElement[] {
  const step = view.steps.at(view.shown - 1);
  const last = view.shown === view.steps.length;
  const nodes: SVGElement[] = [];
  const lit = litOf(view.names);
  // Of a single point nothing is asked.
  const isPoint = view.outlines[view.state.pair[1]]!.core.length === 1;
  if (step && !last) {
    nodes.push(called(lit.supports[0], dot(frame, step.vertex.a, "fresh", 8)));
    nodes.push(called("d", arrow(frame, step.vertex.a, step.direction, 42)), called("d", arrowLabel(frame, step.vertex.a, step.direction, 42, "d")));
    if (isPoint && step.phase === "distance") nodes.push(called("wall", wall(frame, step.vertex.a, step.direction, "support")));
    if (!isPoint) {
      const against = step.direction.map((x) => -x);
      nodes.push(called(lit.supports[1], dot(frame, step.vertex.b, "fresh", 8)));
      nodes.push(called("d", arrow(frame, step.vertex.b, against, 42)), called("d", arrowLabel(frame, step.vertex.b, against, 42, "−d")));
    }
  }
  if (!step && !last) return nodes;
  const inside = !last && step && step.simplex.length === 3;
  if (inside) return nodes;
  const [a, b] = last ? [view.answer.point_a, view.answer.point_b] : [mixture(step!.simplex, "a"), mixture(step!.simplex, "b")];
  nodes.push(called("PQ", line(frame, a, b, "gap")), called(lit.nearest[0], dot(frame, a, "witness")), called(lit.nearest[1], dot(frame, b, "witness")));
  // On a corner the point has a name already.
  const corner = (at: number[]) => view.outlines[view.state.pair[0]]!.core.some(({ point, vertex }) => vertex !== null && frame.length(Math.hypot(point[0] - at[0]!, point[1] - at[1]!)) < 6);
  if (view.names.corners[1][0] === "Q" && !corner(a)) nodes.push(called("P", label(frame, a, view.names.nearest, "gap-text", [10, 16])));
  const length = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!);
  if (frame.length(length) > 30) {
    const flat = Math.abs(b[0]! - a[0]!) > Math.abs(b[1]! - a[1]!);
    const middle = [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2];
    nodes.push(called("PQ", label(frame, middle, number(length), "gap-text", flat ? [0, -9] : [9, 4])));
  }
  return nodes;
}

/** All regions of the first shape, the one that holds the second shaded, each with the name of its feature. */
function regionMarks(frame: Frame, regions: Regions, names: Names): SVGElement[] {
  const { corners, holding } = regions;
  const [pane, simplex] = [frame.pane(0.02), corners.map((corner) => frame.px(corner))];
  const all = features(corners.length).flatMap((feature) => {
    const outline = region(pane, simplex, feature);
    if (outline.length < 3) return [];
    const holds = feature.length === holding.length && feature.every((place) => holding.includes(place));
    const name = feature.map((place) => cornerName(names, 0, place)).join("");
    const [x, y] = [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis]! / outline.length, 0)) as Pair;
    const text = feature.length === 3 ? "inside" : feature.length === 1 ? `vertex ${name}` : `edge ${name}`;
    return [
      called(`region-${name}`, svg("path", { class: holds ? "region border holds" : "border", "data-region": name, d: pixels(outline), ...(holds ? {} : { fill: "none" }) })),
      called(`region-${name}`, svg("text", { class: "halo region-text", x, y, "text-anchor": "middle" }, text)),
    ];
  });
  // What is to be predicted is not told before.
  return holding.length ? [...all, ...coordinateMarks(frame, regions)] : all;
}

/** What each barycentric coordinate measures: of a segment a part of its line, of a triangle a triangle. Seen when lit. */
function coordinateMarks(frame: Frame, { corners, q, values }: Regions): SVGElement[] {
  const foot = [0, 1].map((axis) => corners.reduce((sum, corner, place) => sum + values[place]! * corner[axis]!, 0)) as Pair;
  return corners.flatMap((_, place) => {
    const others = corners.filter((_, other) => other !== place);
    const parts = corners.length === 2 ? [foot, others[0]!] : [q, ...others];
    const middle = [0, 1].map((axis) => parts.reduce((sum, part) => sum + part[axis]! / parts.length, 0));
    const key = `coordinate-${LETTERS[place]}`;
    return [
      called(key, svg("path", { class: "hint", d: frame.path(parts, parts.length > 2) })),
      called(key, label(frame, middle, `${LETTERS[place]} = ${number(values[place]!)}`, "hint fresh-text", [0, -10])),
    ];
  });
}
