// Polygons with notches: the triangles, the pieces that are left when diagonals go, and the distance as the least of all
// pairs of pieces.

import type { Controls } from "../controls.ts";
import { find, html, svg } from "../dom.ts";
import type { Point } from "../engine.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import { letterButtons } from "../light.ts";
import { Bodies, placed } from "../motion/bodies.ts";
import { Frame, type Pair as At } from "../plane/frame.ts";
import { shapeKey } from "../plane/keys.ts";
import { called, dot, label, line as segment } from "../plane/marks.ts";
import { Sketch } from "../plane/sketch.ts";
import { type Between, type PieceStep, Region } from "../rivals/module.ts";
import { moved, pose, type State } from "../scene.ts";
import type { Store } from "../store.ts";
import { lowered, number } from "../words.ts";
import { card, table } from "./base.ts";
import { centre } from "./sweep.ts";

interface Cut {
  shapes: State["shapes"];
  regions: [Region, Region];
  between: Between;
  /** The steps of A, those of B, and one for the pairs. */
  steps: { body: 0 | 1; step: PieceStep }[];
}

export class ConcaveStage {
  private readonly frames: [Frame, Frame];
  private readonly bodies: Bodies;
  private readonly sketch: Sketch;
  private readonly root = html("div", { class: "moving lessons" });
  private known: Cut | undefined;
  private fitted: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    const redraw = () => void (this.root.isConnected && this.draw());
    this.frames = [new Frame("The polygons", redraw), new Frame("Every pair of pieces", redraw)];
    this.bodies = new Bodies(this.frames[0], {
      pick: (place) => store.pick(place),
      begin: () => store.remember(),
      move: (place, by) => store.edit(place, (shape) => moved(shape, 2, by)),
      key: (place, event) => shapeKey(store, this.frames[0], () => centre(this.corners(store.state, place)), place, event, false),
    });
    this.sketch = new Sketch(this.frames[0], (points) => this.drawn(points), complaint);
  }

  get views(): Frame[] {
    return this.frames;
  }

  get pictures(): Picture[] {
    const all: [string, SVGSVGElement][] = [["shapes", this.frames[0].svg], ["pairs", this.frames[1].svg]];
    return all.map(([name, svg]) => ({ name, svg: () => svgText(svg), png: () => pngOf(svg) }));
  }

  mount(): void {
    this.fitted = undefined;
    this.controls.root.hidden = false;
    this.root.replaceChildren(
      html(
        "div",
        { class: "bar", role: "group", "aria-label": "The lesson" },
        html("button", { type: "button", id: "draw-concave", click: () => this.sketch.begin() }, "Draw your own A"),
        html("span", { class: "note" }, "Corners either way round, with as many notches as you like."),
      ),
      this.sketch.root,
      html("div", { class: "pictures" }, html("figure", {}, html("figcaption", {}, "The polygons and their pieces"), this.frames[0].root), html("figure", {}, html("figcaption", {}, "Every pair of pieces"), this.frames[1].root)),
      html("div", { class: "key-names", role: "group", "aria-label": "Names in the pictures" }, ...letterButtons([["A", "A", "and its pieces"], ["B", "B", "and its pieces"], ["diagonal", "diagonals", "where A and B are cut"], ["D", "dist", "the least distance"]])),
      this.controls.root,
    );
    find("#pictures").replaceChildren(this.root);
  }

  draw(): void {
    const { state } = this.store;
    const cut = this.cut(state);
    this.controls.update(cut.steps.length + 1);
    const { shown } = this.controls;
    const all = state.shapes.map((_, place) => this.corners(state, place));
    if (this.fitted !== this.store.opened) for (const frame of this.frames) frame.fit(all.flat() as At[]);
    else for (const frame of this.frames) frame.remember(all.flat() as At[]);
    this.fitted = this.store.opened;
    this.drawPolygons(state, cut, shown);
    this.drawPairs(state, cut, shown > cut.steps.length);
    this.panel(cut, shown);
  }

  private corners(state: State, place: number): Point[] {
    const shape = state.shapes[place]!;
    return placed(shape.spelling.points ?? [], pose(shape, 2));
  }

  private drawn(points: Point[]): void {
    this.store.remember();
    const [place] = this.store.state.pair;
    this.store.edit(place, (shape) => ({ name: shape.name, spelling: { points } }));
    this.store.look({ step: 0 });
    this.fitted = undefined;
    this.draw();
  }

  private cut(state: State): Cut {
    if (this.known?.shapes === state.shapes) return this.known;
    const regions = state.pair.map((place) => new Region(state.shapes[place]!.spelling.points ?? [], pose(state.shapes[place]!, 2))) as [Region, Region];
    for (const region of this.known?.regions ?? []) region.free();
    const steps = regions.flatMap((region, body) => region.told.steps.map((step) => ({ body: body as 0 | 1, step })));
    this.known = { shapes: state.shapes, regions, between: regions[0].between(regions[1]), steps };
    return this.known;
  }

  /** What is left of the cuts after so many steps: triangles and diagonals on their way to the pieces. */
  private drawPolygons(state: State, { regions, steps }: Cut, shown: number): void {
    const [frame] = this.frames;
    frame.drawGrid();
    this.bodies.draw(state.pair.map((place, body) => ({ corners: this.corners(state, place), role: body === 0 ? "a" : "b", letter: "", words: `Polygon ${"AB"[body]}: ${state.shapes[place]!.name}. Arrows move, Q and E turn it.` })));
    const front: SVGElement[] = [];
    for (const body of [0, 1] as const) {
      const corners = this.corners(state, state.pair[body]);
      const own = steps.slice(0, shown).filter((one) => one.body === body);
      const isDone = own.length === regions[body].told.steps.length;
      const key = (ends: number[]) => [...ends].sort((left, right) => left - right).join();
      const gone = new Set(own.flatMap(({ step }) => (step.kind === "removed" ? [key(step.ends)] : [])));
      const triangles = own.flatMap(({ step }) => (step.kind === "triangle" ? [step.corners] : []));
      const path = (ends: readonly number[], name: string, closed = false) => svg("path", { class: name, d: frame.path(ends.map((corner) => corners[corner]!), closed) });
      if (isDone && own.length) {
        regions[body].told.pieces.forEach((piece, place) => {
          front.push(called("AB"[body]!, path(piece, `piece of-${"ab"[body]}`, true)), called("AB"[body]!, label(frame, centre(piece.map((corner) => corners[corner]!)), `${"AB"[body]}${lowered(place + 1)}`, `of-${"ab"[body]}-text`, [0, 5])));
        });
      } else {
        const sides = triangles.flatMap(([p, q, r]) => [[p!, q!], [q!, r!], [r!, p!]]);
        front.push(...sides.filter((ends) => !gone.has(key(ends))).map((ends) => called("diagonal", path(ends, `diagonal of-${"ab"[body]}`))));
      }
      corners.forEach((corner, place) => front.push(label(frame, corner, `${"ab"[body]}${lowered(place)}`, "region-text", [6, -6])));
    }
    const now = steps[shown - 1];
    if (now) {
      const corners = this.corners(state, state.pair[now.body]);
      if (now.step.kind === "triangle") front.push(svg("path", { class: "piece-now", d: frame.path(now.step.corners.map((corner) => corners[corner]!)) }));
      else front.push(called("diagonal", svg("path", { class: `cut-now ${now.step.kind}`, d: frame.path(now.step.ends.map((corner) => corners[corner]!), false) })));
      if (now.step.kind === "stays") front.push(dot(frame, corners[now.step.notch]!, "fresh", 9));
    }
    frame.front.replaceChildren(...front);
  }

  private drawPairs(state: State, { regions, between }: Cut, isLast: boolean): void {
    const [, frame] = this.frames;
    frame.drawGrid();
    const least = leastOf(between);
    frame.back.replaceChildren(
      ...([0, 1] as const).flatMap((body) => {
        const corners = this.corners(state, state.pair[body]);
        return regions[body].told.pieces.flatMap((piece, place) => {
          const points = piece.map((corner) => corners[corner]!);
          return [called("AB"[body]!, svg("path", { class: `piece of-${"ab"[body]}`, d: frame.path(points) })), called("AB"[body]!, label(frame, centre(points), `${"AB"[body]}${lowered(place + 1)}`, `of-${"ab"[body]}-text`, [0, 5]))];
        });
      }),
    );
    frame.front.replaceChildren(
      ...between.pairs.filter(({ distance }) => distance > 0).map(({ point_a, point_b }) => segment(frame, point_a, point_b, "gap faint")),
      ...(least && least.distance > 0 ? [called("D", segment(frame, least.point_a, least.point_b, "gap")), dot(frame, least.point_a, "witness"), dot(frame, least.point_b, "witness"), called("D", label(frame, [0, 1].map((axis) => (least.point_a[axis]! + least.point_b[axis]!) / 2), number(Number(least.distance.toPrecision(6))), "gap-text", [9, -9]))] : []),
    );
    frame.root.classList.toggle("is-now", isLast);
  }

  private panel({ regions, between, steps }: Cut, shown: number): void {
    const least = leastOf(between);
    const name = ({ a, b }: { a: number; b: number }) => `A${lowered(a + 1)}, B${lowered(b + 1)}`;
    const digits = (key: string, value: string, words: string) => [html("dt", {}, words), html("dd", { "data-answer": key }, value)];
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards wide-below" },
        card(shown === 0 ? "Before the first cut" : shown > steps.length ? "The least of all pairs" : `Step ${shown} of ${steps.length + 1}`, html("p", { id: "piece-story" }, story(steps, shown, regions, between))),
        card(
          "The pieces",
          table("The pieces", "pieces", ["Polygon", "Corners", "Notches", "Triangles", "Pieces", "At least"], regions.map(({ told }, body) => ["AB"[body]!, String(this.store.state.shapes[this.store.state.pair[body]!]!.spelling.points!.length), String(told.notches), String(told.steps.filter(({ kind }) => kind === "triangle").length), String(told.pieces.length), String(told.lower_bound)])),
          html("p", { class: "note" }, "At least so many pieces are needed: a cut can end at two notches, and each notch needs an end."),
        ),
        html(
          "div",
          { class: "card", id: "answer" },
          html("h3", {}, "The answer"),
          html("p", { class: "verdict" }, between.status === "separated" ? `A and B are ${number(between.distance)} apart.` : between.status === "touching" ? "A and B touch." : "A and B meet."),
          html("dl", {}, ...digits("distance", String(between.distance), "Distance"), ...digits("lower", String(between.lower), "Lower"), ...digits("upper", String(between.upper), "Upper"), ...digits("point_a", between.point_a.join(", "), "Point of A"), ...digits("point_b", between.point_b.join(", "), "Point of B")),
        ),
        html(
          "div",
          { class: "card wide" },
          html("h3", {}, "Each piece with each"),
          table("Each piece with each", "pairs", ["Pair", "Signed distance"], between.pairs.map((pair) => [name(pair), String(pair.distance)]), between.pairs.map((pair) => (pair === least ? "row-current" : undefined))),
        ),
      ),
    );
  }
}

function leastOf({ pairs }: Between): Between["pairs"][0] | undefined {
  return pairs.reduce<Between["pairs"][0] | undefined>((best, pair) => (best && best.distance <= pair.distance ? best : pair), undefined);
}

function story(steps: Cut["steps"], shown: number, regions: [Region, Region], between: Between): string {
  if (shown === 0) return "Each polygon is cut into triangles first. Then every diagonal goes that is not needed: the pieces on its two sides must be convex together. Step forward.";
  const now = steps[shown - 1];
  if (!now) {
    const least = leastOf(between)!;
    const pair = `A${lowered(least.a + 1)} and B${lowered(least.b + 1)}`;
    return least.distance > 0
      ? `All ${between.pairs.length} pairs of pieces are convex, so the lessons before answer each of them. The least is that of ${pair}, ${number(least.distance)}: a polygon is the union of its pieces, so this is the distance of A and B.`
      : `The pieces ${pair} have a common point, so A and B have one.`;
  }
  const letter = "ab"[now.body]!;
  const name = (corner: number) => letter + lowered(corner);
  const { step } = now;
  switch (step.kind) {
    case "triangle":
      return `A triangle of ${letter.toUpperCase()} is cut off: ${step.corners.map(name).join(", ")}.`;
    case "removed":
      return `The diagonal from ${name(step.ends[0])} to ${name(step.ends[1])} goes: what lies on its two sides is convex together.`;
    case "stays":
      return `The diagonal from ${name(step.ends[0])} to ${name(step.ends[1])} stays: without it there would be a notch at ${name(step.notch)}.`;
    case "cut":
      return `Removing diagonals left more pieces than needed. The least number, ${regions[now.body].told.pieces.length}, has a cut from ${name(step.ends[0])} to ${name(step.ends[1])}.`;
  }
}

/** What is wrong with a polygon with notches; nothing if it can be cut into pieces. */
function complaint(points: Point[]): { vertex: number | null; message: string } | null {
  try {
    new Region(points, { translation: [0, 0], rotation: [1, 0] }).free();
    return null;
  } catch (error) {
    return { vertex: null, message: typeof error === "string" ? error : error instanceof Error ? error.message : "this is no polygon" };
  }
}
