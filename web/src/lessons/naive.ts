// The loop of the talks beside the solver, on the talk's own numbers: it goes round for ever, and a lens shows why.

import { find, html, svg } from "../dom.ts";
import type { Step } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard } from "../panel.ts";
import { Frame, type Pair as At } from "../plane/frame.ts";
import { arrow, arrowLabel, cross, dot, label } from "../plane/marks.ts";
import type { MethodStep, Walk } from "../rivals/module.ts";
import type { State } from "../scene.ts";
import { type Names, number, vector } from "../words.ts";
import { type Beside, card, LessonStage, longLine, type Solved, table } from "./base.ts";
import { mixture } from "../plane/difference.ts";

/** At the end of the slider the lens is so many powers of ten. */
const POWERS = 4;

export class NaiveStage extends LessonStage {
  private readonly frame = new Frame("The lens on the naive loop", () => this.root.isConnected && this.draw());
  protected readonly setting = "Zoom into the nearer end";
  protected override readonly hasSteps = true;
  private walked: { of: Solved; walk: Walk } | undefined;

  protected beside(): [Beside, string] {
    return [this.frame, "Through the lens: the difference A − B"];
  }

  protected override letters(): Letter[] {
    return [["edge", "grey", "the segment A − B"], ["naive", "pink", "the naive direction, and the line square to it"], ["ours", "green", "our direction, and the line square to it"], ["w", "w", "the support point"]];
  }

  protected override extent({ drawing }: Solved): At[] {
    return [[0, 0], ...drawing.difference.core.map(({ point }) => point)];
  }

  protected paint(solved: Solved, state: State, names: Names): void {
    if (this.walked?.of !== solved) this.walked = { of: solved, walk: solved.pair.naive() };
    const { walk } = this.walked;
    const { steps: ours } = solved.solution;
    this.controls.update(Math.max(walk.steps.length, ours.length));
    const { shown } = this.controls;
    const naive = walk.steps[Math.min(shown, walk.steps.length) - 1];
    const our = ours.at(Math.min(shown, ours.length) - 1);
    this.drawLens(solved, this.at(state), naive, our);
    const numberOf = (step: MethodStep | undefined, name: string) => step?.numbers.find(([key]) => key === name)?.[1];
    const first = Math.max(0, Math.min(shown, walk.steps.length) - 6);
    const rows = walk.steps.slice(first, shown).map((step, place) => {
      const at = first + place;
      const mine = ours.bounds[at];
      return [
        String(at + 1),
        number(numberOf(step, "length of v") ?? null),
        number(numberOf(step, "progress") ?? null),
        step.name.startsWith("a new") ? "new" : html("b", { class: "wrong" }, "known already"),
        mine ? (at + 1 === ours.length ? html("b", { class: "right" }, "ended") : "goes on") : "ended before",
      ];
    });
    this.slider.setAttribute("aria-valuetext", `${number(10 ** (POWERS * this.at(state)))} times`);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          shown === 0 ? "Before the first step" : `Step ${shown}: the naive loop and ours`,
          ...this.words(walk, shown, ours.length, naive, our).map((sentence) => html("p", {}, sentence)),
        ),
        card("Side by side", table("Side by side", "naive-steps", ["Step", "|v|", "Progress", "Support point w", "Our solver"], rows), html("p", { id: "naive-end" }, walk.ending.endless ? `The naive loop was stopped after ${walk.ending.steps} steps. Ours took ${ours.length}.` : `The naive loop ended after ${walk.ending.steps} steps, ours after ${ours.length}.`)),
        answerCard(solved.answer, null, names),
      ),
    );
  }

  private words(walk: Walk, shown: number, ours: number, naive: MethodStep | undefined, our: Step | undefined): string[] {
    if (shown === 0 || !naive) return [`Both begin with the same segment and the same origin. The naive loop works in single precision and stops when its progress is below ${number(1.1920929e-7)}, an absolute epsilon. Step forward.`];
    const v = naive.drawn.find((mark) => mark.kind === "direction");
    const mine = our && shown >= ours ? `Our solver ended at step ${ours}: the support point is a vertex that it has already, and the bounds are closed.` : "Our solver goes on.";
    const direction = v?.kind === "direction" ? `v = ${vector(v.along.slice(0, 2))}` : "v";
    if (naive.name.startsWith("a new")) return [`The naive loop mixes ${direction} from barycentric weights and asks for the support point w along −v. It is new and is added.`, mine];
    const isLast = shown >= walk.steps.length && walk.ending.endless;
    return [
      `Again ${direction}. Its weights are rounded, so −v is not square to the segment: along −v the end w, which the simplex has already, seems to lie beyond. The progress v·v − v·w stays above epsilon, so the loop takes w once more, for ever.`,
      isLast ? "This is its last step here only because somebody counted. " + mine : mine,
    ];
  }

  private drawLens({ drawing }: Solved, at: number, naive: MethodStep | undefined, our: Step | undefined): void {
    const { frame } = this;
    const points = drawing.difference.core.map(({ point }) => point);
    // The end nearer to the origin is where the tilt shows: there a line square to the wrong direction has left the segment.
    const end = points.reduce((best, point) => (Math.hypot(...point) < Math.hypot(...best) ? point : best));
    const far = points.reduce((best, point) => (Math.hypot(...point) > Math.hypot(...best) ? point : best));
    const times = 10 ** (POWERS * at);
    if (at > 0) frame.look(end, times);
    else frame.look([end[0] / 2 + far[0] / 2, end[1] / 2 + far[1] / 2], 1);
    frame.drawGrid();
    const edge = [far[0] - end[0], far[1] - end[1]];
    const marks: SVGElement[] = [];
    const named = (name: string, element: SVGElement) => (element.setAttribute("data-name", name), element);
    const square = (direction: number[], through: number[], name: string, key: string) => named(key, longLine(frame, through, [-direction[1]!, direction[0]!], name));
    frame.back.replaceChildren(times > 50 ? named("edge", longLine(frame, end, edge, "segment-line")) : named("edge", svg("path", { class: "segment-line", d: frame.path([end, far], false) })));
    const v = naive?.drawn.find((mark) => mark.kind === "direction");
    if (v?.kind === "direction") {
      marks.push(square(v.along, v.along, "naive-line", "naive"));
      if (times < 50) marks.push(named("naive", arrow(frame, [v.along[0]!, v.along[1]!], [-v.along[0]!, -v.along[1]!], 40)), arrowLabel(frame, [v.along[0]!, v.along[1]!], [-v.along[0]!, -v.along[1]!], 40, "−v"));
    }
    if (our) {
      const near = mixture(our.simplex);
      marks.push(square(our.direction, near, "our-line", "ours"));
      marks.push(dot(frame, near, "witness"));
    }
    const [ex, ey] = frame.px(end);
    marks.push(svg("circle", { class: "dot", cx: ex, cy: ey, r: 5 }), named("w", label(frame, end, "w", "fresh-text", [12, 16])));
    if (times < 1e3) marks.push(cross(frame, [0, 0]), label(frame, [0, 0], "O", "", [-11, 17]));
    frame.front.replaceChildren(...marks, svg("text", { class: "halo", x: 12, y: 22 }, at > 0 ? `${number(Number(times.toPrecision(3)))} times as large` : "as it is"), ...this.gapMark(end, v?.kind === "direction" ? v.along : undefined));
  }

  /** How far the line square to −v has left the end of the segment. */
  private gapMark(end: At, v: number[] | undefined): SVGElement[] {
    const { frame } = this;
    if (!v) return [];
    const length = Math.hypot(v[0]!, v[1]!) || 1;
    const [nx, ny] = [v[0]! / length, v[1]! / length];
    const off = (end[0] - v[0]!) * nx + (end[1] - v[1]!) * ny;
    if (frame.length(Math.abs(off)) < 24) return [];
    const foot: At = [end[0] - nx * off, end[1] - ny * off];
    const [[x1, y1], [x2, y2]] = [frame.px(end), frame.px(foot)];
    return [svg("line", { class: "shadow-gap", x1, y1, x2, y2, id: "fault" }), label(frame, [end[0] / 2 + foot[0] / 2, end[1] / 2 + foot[1] / 2], `${number(Number(Math.abs(off).toPrecision(2)))} beyond`, "gap-text", [0, -12])];
  }
}
