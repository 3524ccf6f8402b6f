// The clearance over time: what it is, what is proven of it, and what samples see of it. The picture is dragged, too.

import { html, svg } from "../dom.ts";
import type { Pair } from "../plane/frame.ts";
import { follow } from "../plane/drag.ts";
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
  /** The fractions from left to right. */
  window: [number, number];
  /** Along the window, in order. */
  curve: Moment[];
  samples: Moment[];
  parts: Part[];
  looks: (MotionStep & { kind: "look" })[];
  /** The separation of the step's direction along the window. */
  carried: Carried[];
  /** The step that is shown, if it is a look. */
  current: number | null;
  now: Moment;
  /** What is proven at this moment, if anything. */
  band: Carried | undefined;
  /** The answer, once the steps have found it. */
  answer: MotionAnswer | null;
  seconds: number;
  /** So many samples a second. */
  rate: number;
}

export class Chart {
  readonly svg = svg("svg", { role: "img" });
  readonly root = html("div", { class: "picture over-time" }, this.svg);
  private static count = 0;
  /** What keeps the parts within the plot: its name in the page. */
  private readonly clip = `plot-${Chart.count++}`;
  private width = 800;
  private height = 220;
  private last: ChartView | undefined;

  /** `moment` is called with the fraction that was pressed. */
  constructor(moment?: (fraction: number) => void) {
    new ResizeObserver(() => this.measure()).observe(this.root);
    if (moment) this.svg.addEventListener("pointerdown", (event) => this.press(event, moment));
  }

  draw(view: ChartView): void {
    this.last = view;
    const { curve, seconds } = view;
    const range = extent(curve.map(({ distance }) => distance));
    const [x, y] = [(fraction: number) => this.x(fraction), (distance: number) => this.y(distance, range)];
    const d = (points: Pair[]) => points.map(([px, py], place) => `${place ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    const hit = view.answer?.outcome === "hit" ? view.answer : null;
    const line = (points: { fraction: number; value: number }[]) => d(points.map(({ fraction, value }) => [x(fraction), y(value)]));
    const [first, last] = view.window;
    const isSeen = ({ fraction }: { fraction: number }) => fraction >= first && fraction <= last;
    this.svg.setAttribute("aria-label", `The clearance over time: ${curve.some(({ distance }) => distance <= 0) ? "it falls below zero" : "it stays above zero"}; at ${time(view.now.fraction * seconds)} it is ${length(view.now.distance)}`);
    this.svg.replaceChildren(...[
      svg("rect", { class: "within", x: x(first), y: y(0), width: x(last) - x(first), height: Math.max(0, this.height - ROOM.bottom - y(0)) }),
      last - first === 1 && svg("text", { class: "tick", x: x(last) - 4, y: this.height - ROOM.bottom - 6, "text-anchor": "end" }, "A and B overlap"),
      ...this.axes(range, view),
      svg("clipPath", { id: this.clip }, svg("rect", { x: x(first), y: 0, width: x(last) - x(first), height: this.height - ROOM.bottom })),
      svg("g", { "clip-path": `url(#${this.clip})` }, ...view.parts.flatMap(({ bow, isCurrent }) => {
        const upper = bow.map(({ fraction, proven }) => ({ fraction, value: Math.max(0, proven) }));
        const [from, until] = [x(bow[0]!.fraction), x(bow.at(-1)!.fraction)];
        return [
          svg("path", { class: `bow-area${isCurrent ? " current" : ""}`, d: `${line(upper)}L${until} ${y(0)}L${from} ${y(0)}Z` }),
          svg("path", { class: "bow", d: line(upper) }),
          svg("line", { class: "bow-end", x1: until, x2: until, y1: y(0) - 5, y2: y(0) + 5 }),
        ];
      }), svg("path", { class: "carried", d: line(above(view.carried)) })),
      svg("path", { class: "clearance", d: line(curve.map(({ fraction, distance }) => ({ fraction, value: distance }))) }),
      ...view.samples.filter(isSeen).map(({ fraction, distance }) => svg("rect", { class: "sample-mark", x: x(fraction) - 4.5, y: y(distance) - 4.5, width: 9, height: 9 })),
      ...view.looks.map(({ fraction, distance }, place) => isSeen({ fraction }) && svg("circle", { class: `look-mark${place === view.current ? " current" : ""}`, cx: x(fraction), cy: y(distance), r: place === view.current ? 7 : 4 })),
      ...(hit && isSeen(hit) ? this.hitMarks(hit, seconds) : []),
      ...(isSeen(view.now) ? this.cursor(view, x, y) : []),
    ].filter((node) => node !== false));
  }

  /** The contact, and its bracket where that is wide enough to be seen. */
  private hitMarks({ fraction, lower, upper }: MotionAnswer, seconds: number): SVGElement[] {
    const at = this.x(fraction);
    const [from, until] = [this.x(lower), this.x(upper)];
    const [shift, anchor] = at > 0.55 * this.width ? [-7, "end"] : [7, "start"];
    const height = this.height - ROOM.top - ROOM.bottom;
    return [
      ...(until - from > 2 ? [svg("rect", { class: "bracket", x: from, y: ROOM.top, width: until - from, height })] : []),
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
  private axes(range: [number, number], { seconds, rate, window: [first, last] }: ChartView): SVGElement[] {
    const power = 10 ** Math.floor(Math.log10(range[1]));
    const pace = [1, 2, 5].map((factor) => factor * power).find((candidate) => range[1] / candidate < 2) ?? power;
    const nodes = [-1, 0, 1, 2].map((factor) => factor * pace).filter((value) => value >= range[0]).flatMap((value) => {
      const at = this.y(value, range);
      return [
        svg("line", { class: value === 0 ? "axis" : "grid", x1: this.x(first), x2: this.x(last), y1: at, y2: at }),
        svg("text", { class: "tick", x: this.x(first) - 7, y: at + 4, "text-anchor": "end" }, value === 0 ? "0" : length(value)),
      ];
    });
    if (first > 0 || last < 1) {
      const middle = (this.x(first) + this.x(last)) / 2;
      return [...nodes, svg("text", { class: "tick", x: middle, y: this.height - ROOM.bottom + 16, "text-anchor": "middle" }, `${time((last - first) * seconds)} from side to side`)];
    }
    const count = Math.round(seconds * rate);
    const every = Math.max(1, Math.ceil(count / 8));
    for (let sample = 0; sample <= count; sample += every) {
      const fraction = sample / (rate * seconds);
      if (fraction > 1 + 1e-9) break;
      nodes.push(svg("line", { class: "grid", x1: this.x(fraction), x2: this.x(fraction), y1: ROOM.top, y2: this.height - ROOM.bottom }));
      nodes.push(svg("text", { class: "tick", x: this.x(fraction), y: this.height - ROOM.bottom + 16, "text-anchor": "middle" }, time(fraction * seconds)));
    }
    return nodes;
  }

  private x(fraction: number): number {
    const [first, last] = this.last!.window;
    return ROOM.left + ((fraction - first) / (last - first)) * (this.width - ROOM.left - ROOM.right);
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
  private press(event: PointerEvent, moment: (fraction: number) => void): void {
    const to = ({ clientX }: PointerEvent) => {
      const fraction = (clientX - this.svg.getBoundingClientRect().left - ROOM.left) / (this.width - ROOM.left - ROOM.right);
      moment(Math.min(1, Math.max(0, fraction)));
    };
    to(event);
    follow(this.svg, event, to);
  }
}

/** From a little below the least of a clearance to a little above the greatest; zero is in it. */
function extent(values: number[]): [number, number] {
  const least = Math.min(...values);
  const most = Math.max(-0.5 * least, ...values) || 1;
  return [Math.min(-0.16 * most, 1.15 * least), 1.08 * most];
}

/** The separation from where it is above zero to where it is not any more. */
function above(carried: Carried[]): { fraction: number; value: number }[] {
  const from = carried.findIndex(({ separation }) => separation > 0);
  const rest = carried.slice(from);
  const until = rest.findIndex(({ separation }) => !(separation > 0));
  return from < 0 ? [] : rest.slice(0, until < 0 ? undefined : until).map(({ fraction, separation }) => ({ fraction, value: separation }));
}
