// A pair that moves: how many steps each frame takes from nothing, with a remembered axis, and with the solver's cache.

import { find, html, svg } from "../dom.ts";
import { type Answer, solve } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard, sentence, ticks } from "../panel.ts";
import type { Pair as At } from "../plane/frame.ts";
import { called, label, wall } from "../plane/marks.ts";
import type { FrameRow } from "../rivals/module.ts";
import { line, moved, pose, type State, turned } from "../scene.ts";
import { type Names, number } from "../words.ts";
import { type Beside, card, LessonStage, type Solved } from "./base.ts";
import { placed } from "../motion/bodies.ts";
import { centre } from "./sweep.ts";

/** So many frames, in which B goes this way and turns by so much. */
export const FRAMES = 40;
const TRAVEL: At = [-6.6, 0];
const TURN = 0.5;

const SERIES: [string, string, (row: FrameRow) => number][] = [
  ["isa-cold", "axis, from nothing", ({ isa }) => isa[0]],
  ["isa-warm", "axis, remembered", ({ isa }) => isa[1]],
  ["ours-cold", "our solver, from nothing", ({ ours }) => ours[0]],
  ["ours-warm", "our solver, with its cache", ({ ours }) => ours[1]],
];

const SIZE = { width: 480, height: 360, left: 40, right: 12, top: 16, bottom: 40 };

export class AxisStage extends LessonStage {
  private readonly svg = svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" });
  private readonly chart: Beside = { root: html("div", { class: "picture" }, this.svg), svg: this.svg };
  protected readonly setting = null;
  private counted: { of: Solved; rows: FrameRow[] } | undefined;
  private framed: { of: Solved; frame: number; answer: Answer } | undefined;

  protected beside(): [Beside, string] {
    return [this.chart, "Steps of every frame"];
  }

  protected override letters(): Letter[] {
    return [["axis", "band", "free of both, across the axis"], ...SERIES.map(([key, text]): [string, string, string] => [key, "", text])];
  }

  protected override leftExtent(solved: Solved): At[] {
    const points = super.leftExtent(solved);
    return [...points, ...solved.drawing.b.core.map(({ point }): At => [point[0] + TRAVEL[0], point[1] + TRAVEL[1]])];
  }

  protected paint(solved: Solved, state: State, names: Names): void {
    if (this.counted?.of !== solved) this.counted = { of: solved, rows: solved.pair.frames(Array.from({ length: FRAMES }, (_, frame) => pose(shapeAt(state, frame).shapes[state.pair[1]]!, 2))) };
    const { rows } = this.counted;
    this.controls.update(FRAMES - 1);
    const frame = this.controls.shown;
    const row = rows[frame]!;
    if (this.framed?.of !== solved || this.framed.frame !== frame) {
      const solution = solve(line(shapeAt(state, frame)), { outward: 0, inward: 0 });
      this.framed = { of: solved, frame, answer: solution.answer };
      solution.steps.free();
    }
    const picture = this.shapes.frame;
    const spelling = state.shapes[state.pair[1]]!.spelling.points!;
    const there = placed(spelling, pose(shapeAt(state, frame).shapes[state.pair[1]]!, 2));
    const here = picture.path(there);
    const ghosts = [8, 16, 24, 32, FRAMES - 1].map((one) => svg("path", { class: "ghost", d: picture.path(placed(spelling, pose(shapeAt(state, one).shapes[state.pair[1]]!, 2))) }));
    const isApart = row.axis[0] !== 0 || row.axis[1] !== 0;
    picture.back.replaceChildren(...ghosts, ...(isApart ? [called("axis", this.band(row))] : []));
    picture.front.replaceChildren(
      ...(frame > 0 ? [svg("path", { class: "sampled of-b last", d: here }), label(picture, centre(there), `frame ${frame}`, "of-b-text", [0, 5])] : []),
      ...(isApart ? [called("axis", wall(picture, [row.axis[0]! * row.reach[0], row.axis[1]! * row.reach[0]], row.axis, "band-edge")), called("axis", wall(picture, [row.axis[0]! * row.reach[1], row.axis[1]! * row.reach[1]], row.axis, "band-edge"))] : []),
    );
    this.drawChart(rows, frame);
    const total = (read: (row: FrameRow) => number) => rows.reduce((sum, one) => sum + read(one), 0);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          `Frame ${frame} of ${FRAMES - 1}`,
          sentence(this.words(rows, frame)),
          html("dl", {}, ...SERIES.flatMap(([key, text, read]) => [html("dt", { "data-name": key }, text), html("dd", { "data-name": key, "data-steps": key }, `${read(row)} here, ${total(read)} in all frames`)])),
        ),
        card("What is counted", html("p", {}, "A step asks both shapes for their farthest points along one direction. The axis tells only whether the shapes are apart. The solver goes on until it knows the distance with its bounds, so it asks more often; its cache remembers the corners it ended at.")),
        answerCard(this.framed.answer, null, names),
      ),
    );
  }

  private words(rows: FrameRow[], frame: number): string {
    const { isa, distance } = rows[frame]!;
    if (distance <= 0) return `A and B meet in this frame: there is no {axis|axis} between them. The simplex around the origin is remembered, with its corners. It took ${isa[1]} ${isa[1] === 1 ? "step" : "steps"}, and ${isa[0]} from nothing.`;
    if (frame === 0) return "In the first frame nothing is remembered. The search begins along the line between the middles.";
    if (isa[1] === 1) return `The {axis|axis} of the frame before still has all of A on one side and all of B on the other: one look is enough. From nothing it takes ${isa[0]} ${isa[0] === 1 ? "step" : "steps"}.`;
    return `The {axis|axis} of the frame before does not part them any more. After ${isa[1]} steps a new one is found, and it is remembered.`;
  }

  private band({ axis: [x, y], reach: [a, b] }: FrameRow): SVGElement {
    const { frame } = this.shapes;
    const far = frame.unit(2000);
    const at = (along: number, across: number) => [along * x! - across * y!, along * y! + across * x!];
    return svg("path", { class: "band", d: frame.path([at(a, -far), at(a, far), at(b, far), at(b, -far)]) });
  }

  private drawChart(rows: FrameRow[], frame: number): void {
    const most = Math.max(2, ...rows.flatMap((row) => SERIES.map(([, , read]) => read(row))));
    const x = (place: number) => SIZE.left + (place / (FRAMES - 1)) * (SIZE.width - SIZE.left - SIZE.right);
    const y = (value: number) => SIZE.height - SIZE.bottom - (value / most) * (SIZE.height - SIZE.top - SIZE.bottom);
    this.svg.setAttribute("aria-label", `Steps of ${FRAMES} frames. ${SERIES.map(([, text, read]) => `${text}: ${rows.reduce((sum, row) => sum + read(row), 0)} in all`).join("; ")}.`);
    this.svg.replaceChildren(
      ...ticks(0, most).filter(Number.isInteger).flatMap((tick) => [svg("line", { class: "grid", x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(tick), y2: y(tick) }), svg("text", { class: "tick", x: SIZE.left - 6, y: y(tick) + 4, "text-anchor": "end" }, number(tick))]),
      ...[0, 10, 20, 30].map((tick) => svg("text", { class: "tick", x: x(tick), y: SIZE.height - SIZE.bottom + 16, "text-anchor": "middle" }, `frame ${tick}`)),
      svg("line", { class: "now", x1: x(frame), x2: x(frame), y1: SIZE.top, y2: SIZE.height - SIZE.bottom }),
      ...SERIES.flatMap(([key, , read]) => [
        called(key, svg("path", { class: `series ${key}`, d: rows.map((row, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(read(row)).toFixed(1)}`).join("") })),
        called(key, svg("circle", { class: `series-mark ${key}`, cx: x(frame), cy: y(read(rows[frame]!)), r: 4.5 })),
      ]),
    );
  }
}

/** The state with B where it is in a frame. */
function shapeAt(state: State, frame: number): State {
  const part = frame / (FRAMES - 1);
  const place = state.pair[1];
  const by = TRAVEL.map((value) => value * part);
  const shapes = state.shapes.map((shape, other) => {
    if (other !== place || frame === 0) return shape;
    const away = moved(shape, 2, by);
    return turned(away, TURN * part, pose(away, 2).translation);
  });
  return { ...state, shapes, changed: true };
}
