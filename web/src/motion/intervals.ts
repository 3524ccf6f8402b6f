// What each edge leaves of a ray, one under the other, and what is behind all of them.

import { html, svg } from "../dom.ts";
import type { Cut, Ray } from "./module.ts";
import { rounded } from "./words.ts";

const ROOM = { left: 76, right: 22, top: 40, bottom: 34 };

export class Intervals {
  readonly svg = svg("svg", { role: "img" });
  readonly root = html("div", { class: "picture" }, this.svg);
  private width = 480;
  private height = 360;
  private last: [Ray, number] | undefined;

  constructor() {
    new ResizeObserver(() => this.measure()).observe(this.root);
  }

  draw(ray: Ray, shown: number): void {
    this.last = [ray, shown];
    const { cuts } = ray;
    const [least, most] = range(cuts);
    const x = (fraction: number) => ROOM.left + ((Math.max(least, Math.min(most, fraction)) - least) / (most - least)) * (this.width - ROOM.left - ROOM.right);
    const rows = cuts.length + 1;
    const pace = Math.min(64, (this.height - ROOM.top - ROOM.bottom) / rows);
    const y = (row: number) => ROOM.top + (row + 0.5) * pace;
    const left = shown > 0 ? cuts[Math.min(shown, cuts.length) - 1] : undefined;
    const bottom = this.height - ROOM.bottom;
    this.svg.setAttribute("aria-label", left ? `After ${shown} edges: ${leftWords(left)}` : "No edge has been looked at");
    const now = shown > 0 && shown <= cuts.length ? [svg("rect", { class: "row-now", x: 0, y: y(shown - 1) - pace / 2, width: this.width, height: pace })] : [];
    const rowOf = (cut: Cut, place: number) => {
      const isSeen = place < shown;
      const [from, until] = half(cut, least, most);
      return [
        svg("text", { class: isSeen ? "row-name" : "row-name unseen", x: 10, y: y(place) + 4 }, `edge ${place + 1}`),
        svg("line", { class: "row-line", x1: x(least), x2: x(most), y1: y(place), y2: y(place) }),
        ...(isSeen && from <= until ? [svg("line", { class: `row-kept${place === shown - 1 ? " current" : ""}`, x1: x(from), x2: x(until), y1: y(place), y2: y(place) })] : []),
        ...(isSeen && Number.isFinite(cut.fraction) ? [svg("line", { class: "row-cut", x1: x(cut.fraction), x2: x(cut.fraction), y1: y(place) - 8, y2: y(place) + 8 })] : []),
      ];
    };
    const isLeft = left && left.from <= left.until;
    const floor = y(rows - 1);
    this.svg.replaceChildren(
      ...now,
      svg("rect", { class: "ray-range", x: x(0), y: ROOM.top - 8, width: x(1) - x(0), height: bottom - ROOM.top + 8 }),
      svg("text", { class: "ray-name", x: (x(0) + x(1)) / 2, y: ROOM.top - 16, "text-anchor": "middle" }, "the ray, from t = 0 to 1"),
      ...ticks(least, most).flatMap((tick) => [
        svg("line", { class: tick === 0 || tick === 1 ? "axis" : "grid", x1: x(tick), x2: x(tick), y1: ROOM.top - 8, y2: bottom }),
        svg("text", { class: "tick", x: x(tick), y: bottom + 16, "text-anchor": "middle" }, rounded(tick)),
      ]),
      ...cuts.flatMap(rowOf),
      svg("text", { class: "row-name total", x: 10, y: floor + 4 }, "left"),
      svg("line", { class: "row-line", x1: x(least), x2: x(most), y1: floor, y2: floor }),
      isLeft
        ? svg("line", { class: "row-left", x1: x(left.from), x2: x(left.until), y1: floor, y2: floor })
        : left
          ? svg("text", { class: "halo row-nothing", x: (x(least) + x(most)) / 2, y: floor - 8, "text-anchor": "middle" }, "nothing")
          : svg("line", { class: "row-left", x1: x(least), x2: x(most), y1: floor, y2: floor }),
    );
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.root;
    if (clientWidth === 0 || (clientWidth === this.width && clientHeight === this.height)) return;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.svg.setAttribute("viewBox", `0 0 ${clientWidth} ${clientHeight}`);
    if (this.last) this.draw(...this.last);
  }
}

/** What an edge leaves by itself. */
export function half({ outward, beyond, fraction }: Cut, least: number, most: number): [number, number] {
  if (outward < 0) return [fraction, most];
  if (outward > 0) return [least, fraction];
  return beyond > 0 ? [1, 0] : [least, most];
}

/** What all edges so far leave, in words. */
export function leftWords({ from, until }: Cut): string {
  if (from > until) return "nothing is left";
  if (from === -Infinity && until === Infinity) return "the whole line is left";
  if (from === -Infinity) return `what is left ends at t = ${rounded(until, 4)}`;
  if (until === Infinity) return `what is left begins at t = ${rounded(from, 4)}`;
  return `what is left goes from t = ${rounded(from, 4)} to ${rounded(until, 4)}`;
}

/** The ray and all cuts that are not too far from it. */
function range(cuts: Cut[]): [number, number] {
  const near = cuts.map(({ fraction }) => fraction).filter((fraction) => fraction > -2 && fraction < 3);
  const [least, most] = [Math.min(0, ...near), Math.max(1, ...near)];
  const room = 0.12 * (most - least);
  return [least - room, most + room];
}

function ticks(least: number, most: number): number[] {
  const pace = [0.25, 0.5, 1, 2].find((candidate) => (most - least) / candidate <= 7) ?? 1;
  const first = Math.ceil(least / pace);
  return Array.from({ length: Math.floor(most / pace) - first + 1 }, (_, place) => (first + place) * pace);
}
