// One direction as a shadow on a line: the gap between the shadows is a lower bound of the distance.

import { find, html, svg } from "../dom.ts";
import type { Point } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard, ticks } from "../panel.ts";
import { follow } from "../plane/drag.ts";
import type { Pair as At } from "../plane/frame.ts";
import { arrow, arrowLabel, called, dot, label, line as segment } from "../plane/marks.ts";
import type { Support } from "../rivals/module.ts";
import type { State } from "../scene.ts";
import { type Names, number } from "../words.ts";
import { type Beside, card, cornerAt, directionAt, LessonStage, type Solved } from "./base.ts";

/** The gap is drawn at so many directions. */
const DIRECTIONS = 360;

const SIZE = { width: 480, height: 360, left: 52, right: 14, top: 18, bottom: 40 };

export class ShadowStage extends LessonStage {
  private readonly svg = svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", class: "curve-picture" });
  private readonly chart: Beside = { root: html("div", { class: "picture" }, this.svg), svg: this.svg };
  protected readonly setting = "Turn of the direction n";
  /** The greatest gap that a direction of this scene has shown. */
  private best: { opened: number; shapes: State["shapes"] | null; gap: number } = { opened: -1, shapes: null, gap: -Infinity };

  protected beside(): [Beside, string] {
    return [this.chart, "The gap along every direction"];
  }

  override mount(): void {
    super.mount();
    this.svg.onpointerdown = (event) => {
      event.preventDefault();
      const to = (next: PointerEvent) => {
        const box = this.svg.getBoundingClientRect();
        const at = (((next.clientX - box.left) / box.width) * SIZE.width - SIZE.left) / (SIZE.width - SIZE.left - SIZE.right);
        this.set(Math.max(0, Math.min(1, at)));
      };
      to(event);
      follow(this.svg, event, to);
    };
  }

  protected override letters(): Letter[] {
    return [["n", "n", "the direction"], ["A", "A", "and its shadow"], ["B", "B", "and its shadow"], ["gap", "σ", "the gap between the shadows"], ["D", "distance", "the greatest gap"]];
  }

  protected override leftExtent(solved: Solved): At[] {
    const points = super.leftExtent(solved);
    const reach = Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
    const low = Math.min(...points.map(([, y]) => y));
    return [...points, [left - 0.1 * reach, low - 0.6 * reach], [right + 0.1 * reach, low - 0.6 * reach]];
  }

  protected paint(solved: Solved, state: State, names: Names): void {
    const { drawing, answer, pair } = solved;
    const at = this.at(state);
    const n = directionAt(at);
    const [along, against] = pair.supports([n, [-n[0], -n[1]]]) as [Support, Support];
    const gap = along.reach[1] - along.reach[0];
    if (this.best.opened !== this.store.opened || this.best.shapes !== state.shapes) this.best = { opened: this.store.opened, shapes: state.shapes, gap: -Infinity };
    this.best.gap = Math.max(this.best.gap, gap);
    this.drawShadows(solved, n, along, against, gap);
    this.drawCurve(pair.supports(Array.from({ length: DIRECTIONS + 1 }, (_, place) => directionAt(place / DIRECTIONS))), at, gap, answer.distance);
    this.slider.setAttribute("aria-valuetext", `${Math.round(at * 360)} degrees, gap ${number(gap)}`);
    const name = (key: string, text: string) => html("b", { "data-name": key }, text);
    const words =
      gap > 0
        ? [html("p", {}, "The shadow of ", name("A", "A"), " ends before that of ", name("B", "B"), " begins. Nothing in the gap belongs to either, so A and B are ", name("gap", `at least ${number(gap)}`), " apart.")]
        : [html("p", {}, "The shadows of ", name("A", "A"), " and ", name("B", "B"), " overlap along this n, or stand in the other order. This direction proves nothing: the gap is ", name("gap", number(gap)), ".")];
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          "One direction, one bound",
          ...words,
          html("dl", {}, html("dt", {}, "Gap σ(n)"), html("dd", { "data-gap": "now" }, number(gap)), html("dt", {}, "Greatest so far"), html("dd", { "data-gap": "best" }, number(this.best.gap)), html("dt", {}, "Signed distance"), html("dd", { "data-name": "D" }, number(answer.distance))),
        ),
        card("The greatest of all", html("p", {}, answer.distance > 0 ? "No direction has a greater gap than the distance. The direction from one nearest point to the other reaches it: there the lower bound and the distance are equal." : "A and B overlap: no direction has a gap above zero. The least overlap of the shadows is the depth.")),
        answerCard(answer, null, names),
      ),
    );
    void drawing;
  }

  /** The line of the shadows below the shapes, square to what looks on. */
  private drawShadows({ drawing }: Solved, n: At, along: Support, against: Support, gap: number): void {
    const { frame } = this.shapes;
    const across: At = n[0] >= 0 || Math.abs(n[0]) < 0.7 ? [-n[1], n[0]] : [n[1], -n[0]];
    const way = across[1] > 0 || (across[1] === 0 && across[0] > 0) ? across : ([-across[0], -across[1]] as At);
    const all = [...drawing.a.core, ...drawing.b.core].map(({ point }) => point);
    const height = (point: Point) => point[0]! * way[0] + point[1]! * way[1];
    const floor = Math.min(...all.map(height)) - frame.unit(34);
    const put = (value: number): At => [n[0] * value + way[0] * floor, n[1] * value + way[1] * floor];
    const [fromA, toA, fromB, toB] = [-against.reach[0], along.reach[0], along.reach[1], -against.reach[1]];
    // Where a corner stands above the line.
    const drop = (corner: At, value: number, name: string) => segment(frame, corner, put(value), `projector ${name}`);
    const [a, b] = [cornerAt(drawing.a, along.corners[0]), cornerAt(drawing.b, along.corners[1])];
    const [lastA, lastB] = [cornerAt(drawing.a, against.corners[0]), cornerAt(drawing.b, against.corners[1])];
    const ends = [Math.min(fromA, fromB), Math.max(toA, toB)] as const;
    const room = (ends[1] - ends[0]) * 0.08;
    frame.back.replaceChildren(segment(frame, put(ends[0] - room), put(ends[1] + room), "shadow-line"));
    frame.front.replaceChildren(
      drop(lastA, fromA, "of-a"),
      drop(a, toA, "of-a"),
      drop(b, fromB, "of-b"),
      drop(lastB, toB, "of-b"),
      called("A", segment(frame, put(fromA), put(toA), "shadow of-a")),
      called("B", segment(frame, put(fromB), put(toB), "shadow of-b")),
      ...(gap > 0 ? [called("gap", segment(frame, put(toA), put(fromB), "shadow-gap")), called("gap", label(frame, put((toA + fromB) / 2), `σ = ${number(Number(gap.toPrecision(4)))}`, "gap-text", [0, 22]))] : []),
      called("n", arrow(frame, a, n, 46)),
      called("n", arrowLabel(frame, a, n, 46, "n")),
      dot(frame, a, "fresh", 6),
      dot(frame, b, "fresh", 6),
    );
  }

  private drawCurve(supports: Support[], at: number, gap: number, distance: number): void {
    const gaps = supports.map(({ reach }) => reach[1] - reach[0]);
    const [least, most] = [Math.min(...gaps), Math.max(...gaps, distance)];
    const room = (most - least) * 0.08;
    const x = (part: number) => SIZE.left + part * (SIZE.width - SIZE.left - SIZE.right);
    const y = (value: number) => SIZE.height - SIZE.bottom - ((value - least + room) / (most - least + 2 * room)) * (SIZE.height - SIZE.top - SIZE.bottom);
    const curve = gaps.map((value, place) => `${place ? "L" : "M"}${x(place / DIRECTIONS).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    this.svg.setAttribute("aria-label", `The gap along every direction. At ${Math.round(at * 360)} degrees it is ${number(gap)}; the greatest is ${number(distance)}.`);
    this.svg.replaceChildren(
      ...[0, 90, 180, 270, 360].flatMap((angle) => [svg("line", { class: "grid", x1: x(angle / 360), x2: x(angle / 360), y1: SIZE.top, y2: SIZE.height - SIZE.bottom }), svg("text", { class: "tick", x: x(angle / 360), y: SIZE.height - SIZE.bottom + 16, "text-anchor": "middle" }, `${angle}°`)]),
      ...ticks(least, most).flatMap((tick) => [svg("line", { class: "grid", x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(tick), y2: y(tick) }), svg("text", { class: "tick", x: SIZE.left - 5, y: y(tick) + 4, "text-anchor": "end" }, number(Number(tick.toPrecision(6))))]),
      svg("line", { class: "axis", x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(0), y2: y(0) }),
      svg("text", { class: "tick", x: (SIZE.left + SIZE.width) / 2, y: SIZE.height - 6, "text-anchor": "middle" }, "turn of n"),
      called("D", svg("line", { class: "most", x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(distance), y2: y(distance) })),
      called("D", svg("text", { class: "halo gap-text", x: SIZE.width - SIZE.right - 4, y: y(distance) - 6, "text-anchor": "end" }, `${distance > 0 ? "distance" : "minus the depth"} ${number(Number(distance.toPrecision(4)))}`)),
      called("gap", svg("path", { class: "gap-curve", d: curve })),
      called("n", svg("line", { class: "now", x1: x(at), x2: x(at), y1: SIZE.top, y2: SIZE.height - SIZE.bottom })),
      called("gap", svg("circle", { class: "now-mark", cx: x(at), cy: y(gap), r: 5.5 })),
    );
  }
}
