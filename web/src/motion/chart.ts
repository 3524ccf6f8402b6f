// The clearance over time: what it is, what is proven of it, and what samples see of it. The picture is dragged, too.

import { html, svg } from "../dom.ts";
import type { Pair } from "../plane/frame.ts";
import { follow } from "../plane/shapes.ts";
import type { Carried, Moment, MotionAnswer, MotionStep } from "./module.ts";
import { length, time } from "./words.ts";

/** Room around the plot, in pixels. The timeline under it has the same. */
const ROOM = { left: 52, right: 20, top: 16, bottom: 30 };

/** A proven part as it is drawn. */
export interface Part {
  /** What theorem A proves, along the part. */
  bow: Carried[];
  isCurrent: boolean;
}

export interface ChartView {
  /** Along the whole motion, in order. */
  curve: Moment[];
  samples: Moment[];
  parts: Part[];
  looks: (MotionStep & { kind: "look" })[];
  /** The separation of the step's direction along the whole motion. */
  carried: Carried[];
  /** The step that is shown, if it is a look. */
  current: number | null;
  now: Moment;
  /** What is proven at this moment, if anything. */
  band: Carried | undefined;
  /** The answer, once the steps have found it. */
  answer: MotionAnswer | null;
  seconds: number;
}

export class Chart {
  readonly svg = svg("svg", { role: "img" });
  readonly root = html("div", { class: "picture over-time" }, this.svg);
  private width = 800;
  private height = 220;
  private last: ChartView | undefined;

  constructor(private readonly moment: (fraction: number) => void) {
    new ResizeObserver(() => this.measure()).observe(this.root);
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
  }

  draw(view: ChartView): void {
    this.last = view;
    const { curve, seconds } = view;
    const range = extent(curve.map(({ distance }) => distance));
    const [x, y] = [(fraction: number) => this.x(fraction), (distance: number) => this.y(distance, range)];
    const d = (points: Pair[]) => points.map(([px, py], place) => `${place ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    const hit = view.answer?.outcome === "hit" ? view.answer : null;
    const line = (points: { fraction: number; value: number }[]) => d(points.map(({ fraction, value }) => [x(fraction), y(Math.max(value, range[0]))]));
    const true_ = (from: number, until: number) => line(curve.filter(({ fraction }) => fraction >= from && fraction <= until).map(({ fraction, distance }) => ({ fraction, value: distance })));
    this.svg.setAttribute("aria-label", `The clearance over time: ${curve.some(({ distance }) => distance <= 0) ? "it falls below zero" : "it stays above zero"}; at ${time(view.now.fraction * seconds)} it is ${length(view.now.distance)}`);
    this.svg.replaceChildren(
      svg("rect", { class: "within", x: x(0), y: y(0), width: x(1) - x(0), height: Math.max(0, this.height - ROOM.bottom - y(0)) }),
      svg("text", { class: "tick", x: x(1) - 4, y: this.height - ROOM.bottom - 6, "text-anchor": "end" }, "A and B overlap"),
      ...this.axes(range, seconds),
      ...view.parts.flatMap(({ bow, isCurrent }) => {
        const upper = bow.map(({ fraction, proven }) => ({ fraction, value: Math.max(0, proven) }));
        const [first, last] = [bow[0]!, bow.at(-1)!];
        return [
          svg("path", { class: `bow-area${isCurrent ? " current" : ""}`, d: `${line(upper)}L${x(last.fraction)} ${y(0)}L${x(first.fraction)} ${y(0)}Z` }),
          svg("path", { class: "bow", d: line(upper) }),
          svg("line", { class: "bow-end", x1: x(last.fraction), x2: x(last.fraction), y1: y(0) - 5, y2: y(0) + 5 }),
        ];
      }),
      svg("path", { class: "carried", d: line(above(view.carried)) }),
      svg("path", { class: "clearance", d: true_(0, 1) }),
      ...view.samples.map(({ fraction, distance }) => svg("rect", { class: "sample-mark", x: x(fraction) - 4.5, y: y(distance) - 4.5, width: 9, height: 9 })),
      ...view.looks.map(({ fraction, distance }, place) => svg("circle", { class: `look-mark${place === view.current ? " current" : ""}`, cx: x(fraction), cy: y(distance), r: place === view.current ? 7 : 4 })),
      ...(hit ? this.hitMarks(hit.fraction, seconds) : []),
      ...this.cursor(view, x, y),
    );
  }

  private hitMarks(fraction: number, seconds: number): SVGElement[] {
    const at = this.x(fraction);
    const [shift, anchor] = fraction > 0.7 ? [-7, "end"] : [7, "start"];
    return [
      svg("line", { class: "hit-line", x1: at, x2: at, y1: ROOM.top, y2: this.height - ROOM.bottom }),
      svg("text", { class: "halo hit-text", x: at + shift, y: ROOM.top + 10, "text-anchor": anchor }, `contact at ${time(fraction * seconds)}`),
    ];
  }

  /** The moment that is looked at: the clearance there, and what is proven of it. */
  private cursor({ now, band }: ChartView, x: (fraction: number) => number, y: (distance: number) => number): SVGElement[] {
    const at = x(now.fraction);
    return [
      svg("line", { class: "now", x1: at, x2: at, y1: ROOM.top - 8, y2: this.height - ROOM.bottom }),
      ...(band ? [svg("line", { class: "now-band", x1: at, x2: at, y1: y(0), y2: y(Math.max(0, band.separation)) })] : []),
      svg("circle", { class: "now-mark", cx: at, cy: y(now.distance), r: 4.5 }),
    ];
  }

  /** Zero, the clearance in round numbers, and a tick for each sample. */
  private axes(range: [number, number], seconds: number): SVGElement[] {
    const pace = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((candidate) => (range[1] - range[0]) / candidate <= 4.5) ?? range[1];
    const nodes: SVGElement[] = [];
    for (let value = Math.ceil(range[0] / pace) * pace; value <= range[1]; value += pace) {
      const at = this.y(value, range);
      const isZero = Math.abs(value) < 1e-9;
      nodes.push(svg("line", { class: isZero ? "axis" : "grid", x1: this.x(0), x2: this.x(1), y1: at, y2: at }));
      nodes.push(svg("text", { class: "tick", x: this.x(0) - 7, y: at + 4, "text-anchor": "end" }, isZero ? "0" : length(value)));
    }
    const count = Math.round(seconds * 60);
    const every = Math.max(1, Math.ceil(count / 8));
    for (let sample = 0; sample <= count; sample += every) {
      const fraction = sample / (60 * seconds);
      if (fraction > 1 + 1e-9) break;
      nodes.push(svg("line", { class: "grid", x1: this.x(fraction), x2: this.x(fraction), y1: ROOM.top, y2: this.height - ROOM.bottom }));
      nodes.push(svg("text", { class: "tick", x: this.x(fraction), y: this.height - ROOM.bottom + 16, "text-anchor": "middle" }, time(fraction * seconds)));
    }
    return nodes;
  }

  private x(fraction: number): number {
    return ROOM.left + fraction * (this.width - ROOM.left - ROOM.right);
  }

  private y(distance: number, [least, most]: [number, number]): number {
    return ROOM.top + ((most - distance) / (most - least)) * (this.height - ROOM.top - ROOM.bottom);
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.root;
    if (clientWidth === 0 || (clientWidth === this.width && clientHeight === this.height)) return;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.svg.setAttribute("viewBox", `0 0 ${clientWidth} ${clientHeight}`);
    if (this.last) this.draw(this.last);
  }

  /** A press brings the moment there, and a drag takes it along. */
  private press(event: PointerEvent): void {
    const to = ({ clientX }: PointerEvent) => {
      const fraction = (clientX - this.svg.getBoundingClientRect().left - ROOM.left) / (this.width - ROOM.left - ROOM.right);
      this.moment(Math.min(1, Math.max(0, fraction)));
    };
    to(event);
    follow(this.svg, event, to);
  }
}

/** From a little below the least of a clearance to a little above the greatest; zero is in it. */
function extent(values: number[]): [number, number] {
  const most = Math.max(0, ...values) || 1;
  return [Math.min(-0.16 * most, 1.15 * Math.min(...values)), 1.08 * most];
}

/** As far as the separation is not far below zero. */
function above(carried: Carried[]): { fraction: number; value: number }[] {
  return carried.map(({ fraction, separation }) => ({ fraction, value: separation }));
}
