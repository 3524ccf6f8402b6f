// One scene, several methods: their steps, their bounds and their answers side by side.

import { find, html, svg } from "../dom.ts";
import type { Letter } from "../light.ts";
import { answerCard } from "../panel.ts";
import { called, dot, label, line as segment } from "../plane/marks.ts";
import type { Method } from "../rivals/module.ts";
import type { State } from "../scene.ts";
import { type Names, number } from "../words.ts";
import { type Beside, card, LessonStage, type Solved, table } from "./base.ts";

/** What the methods are called, and what each of them counts as a step. */
const METHODS: Record<string, [string, string]> = {
  clearance: ["this solver", "a support point of A − B"],
  v_clip: ["V-Clip (1998)", "a pair of features"],
  lin_canny: ["Lin and Canny (1991)", "a pair of features"],
  hierarchy: ["nested hulls (1990)", "a small problem"],
  enhanced_gjk: ["enhanced GJK (1997)", "a support point of A − B"],
  isa_gjk: ["separating axis, ISA-GJK (1999)", "a support point of A − B"],
  separating_vectors: ["separating vectors (1996)", "a pair of corners"],
  portal: ["portals, MPR (2008)", "a support point of A − B"],
  naive_gjk: ["the talk's loop, f32", "a support point of A − B"],
};

/** Steps of an endless search are shown up to this one. */
const MOST = 24;

const SIZE = { width: 300, height: 44 };

export class CompareStage extends LessonStage {
  private readonly list: Beside = { root: html("div", { class: "picture listing tall", tabindex: 0, role: "region", "aria-label": "Bounds, step by step" }), svg: svg("svg") };
  protected readonly setting = null;
  private counted: { of: Solved; methods: Method[] } | undefined;

  protected beside(): [Beside, string] {
    return [this.list, "Bounds, step by step"];
  }

  override get pictures() {
    return super.pictures.slice(0, 1);
  }

  protected override letters(): Letter[] {
    return [["least", "green", "at least, as the method tells it"], ["most", "pink", "at most"], ["D", "dotted", "the distance"]];
  }

  protected paint(solved: Solved, _state: State, names: Names): void {
    if (this.counted?.of !== solved) this.counted = { of: solved, methods: solved.pair.compared() };
    const { methods } = this.counted;
    const { answer } = solved;
    const count = Math.min(MOST, Math.max(...methods.map(({ bounds }) => bounds.length)));
    this.controls.update(count);
    const { shown } = this.controls;
    const frame = this.shapes.frame;
    frame.back.replaceChildren();
    const [p, q] = [answer.point_a, answer.point_b];
    frame.front.replaceChildren(...(answer.distance > 0 ? [called("D", segment(frame, p, q, "gap")), dot(frame, p, "witness"), dot(frame, q, "witness"), called("D", label(frame, [0, 1].map((axis) => (p[axis]! + q[axis]!) / 2), number(answer.distance), "gap-text", [0, -9]))] : []));
    const distance = Math.max(0, answer.distance);
    const most = Math.max(distance * 1.5, ...methods.flatMap(({ bounds }) => bounds.slice(0, count).map(([, upper]) => upper ?? 0))) || 1;
    this.list.root.replaceChildren(
      ...methods.map((method) => html("div", { class: "method-row" }, html("span", { class: "method-name" }, METHODS[method.id]![0]), this.curve(method, shown, count, distance, most))),
    );
    const digits = (value: number | null) => (value === null ? "" : number(value));
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          `After step ${shown}`,
          table(
            "Bounds after the step",
            "at-step",
            ["Method", "At least", "At most"],
            methods.map(({ id, bounds, ending }) => {
              const [least, upper] = bounds[Math.min(shown, bounds.length) - 1] ?? [null, null];
              return [METHODS[id]![0], digits(least), `${digits(upper)}${shown >= ending.steps && !ending.endless ? " (ended)" : ""}`];
            }),
          ),
        ),
        card("Steps are not alike", html("p", {}, "Each method counts what its publication counts, and one step of one is not the work of one step of another:"), html("ul", {}, ...[...new Set(Object.values(METHODS).map(([, what]) => what))].map((what) => html("li", {}, `${what}: ${Object.values(METHODS).filter(([, other]) => other === what).map(([name]) => name).join(", ")}`)))),
        answerCard(answer, null, names),
        html(
          "div",
          { class: "card wide" },
          html("h3", {}, "What each method answers"),
          table(
            "What each method answers",
            "methods",
            ["Method", "Verdict", "Distance", "Steps", "Bounds"],
            methods.map(({ id, ending, certified }) => [
              METHODS[id]![0],
              ending.endless ? html("b", { class: "wrong" }, "no end") : (ending.verdict ?? ""),
              ending.distance === null ? "not told" : html("span", { "data-distance": id }, String(ending.distance)),
              String(ending.steps),
              certified ? html("b", { class: "right" }, "with rounding") : "without rounding",
            ]),
          ),
        ),
      ),
    );
  }

  /** What a method says of the distance, over its steps. */
  private curve({ id, bounds }: Method, shown: number, count: number, distance: number, most: number): SVGElement {
    const x = (step: number) => 8 + (count > 1 ? ((step - 1) / (count - 1)) * (SIZE.width - 16) : 0);
    const y = (value: number) => SIZE.height - 5 - (Math.min(value, most) / most) * (SIZE.height - 10);
    const points = (which: 0 | 1, name: string) =>
      bounds.slice(0, count).flatMap((both, place) => {
        const value = both[which];
        return value === null ? [] : [called(name, which === 0 ? svg("rect", { class: "bound-least", x: x(place + 1) - 3, y: y(value) - 3, width: 6, height: 6 }) : svg("circle", { class: "bound-most", cx: x(place + 1), cy: y(value), r: 3.4 }))];
      });
    const end = Math.min(bounds.length, count);
    return svg(
      "svg",
      { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "method-curve", role: "img", "aria-label": `${METHODS[id]![0]}: ${bounds.length} steps` },
      svg("line", { class: "row-line", x1: x(1), x2: x(Math.max(1, end)), y1: SIZE.height - 5, y2: SIZE.height - 5 }),
      called("D", svg("line", { class: "most", x1: 8, x2: SIZE.width - 8, y1: y(distance), y2: y(distance) })),
      ...(shown > 0 ? [svg("line", { class: "now", x1: x(shown), x2: x(shown), y1: 2, y2: SIZE.height - 2 })] : []),
      ...points(0, "least"),
      ...points(1, "most"),
    );
  }
}
