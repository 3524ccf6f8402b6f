// The marks both pictures are made of: dots, arrows, labels, regions.

import { svg } from "../dom.ts";
import type { Frame, Pair } from "./frame.ts";

/** A mark of the picture with a name that lights. */
export function called<E extends SVGElement>(name: string, element: E): E {
  element.setAttribute("data-name", name);
  return element;
}

export function dot(frame: Frame, at: number[], name: string, radius = 4.5): SVGElement {
  const [cx, cy] = frame.px(at);
  return svg("circle", { class: name, cx, cy, r: radius });
}

export function label(frame: Frame, at: number[], text: string, name = "", shift: Pair = [9, -8]): SVGElement {
  const [x, y] = frame.px(at);
  const anchor = shift[0] < 0 ? "end" : shift[0] === 0 ? "middle" : "start";
  return svg("text", { class: `halo ${name}`, x: x + shift[0], y: y + shift[1], "text-anchor": anchor }, text);
}

export function line(frame: Frame, from: number[], to: number[], name: string): SVGElement {
  const [[x1, y1], [x2, y2]] = [frame.px(from), frame.px(to)];
  return svg("line", { class: name, x1, y1, x2, y2 });
}

/** An arrow of a fixed length on the screen along a direction of the world. */
export function arrow(frame: Frame, from: number[], direction: number[], pixels: number): SVGElement {
  const [ux, uy] = unit(direction);
  const [x, y] = frame.px(from);
  const [tx, ty] = [x + ux * pixels, y - uy * pixels];
  const [bx, by] = [tx - ux * 9, ty + uy * 9];
  return svg(
    "g",
    {},
    svg("line", { class: "way", x1: x, y1: y, x2: bx, y2: by }),
    svg("path", { class: "way-head", d: `M${tx} ${ty}L${bx - uy * 4.5} ${by - ux * 4.5}L${bx + uy * 4.5} ${by + ux * 4.5}Z` }),
  );
}

/** An arrow's label, beside its shaft: beyond the tip there is often something else. */
export function arrowLabel(frame: Frame, from: number[], direction: number[], pixels: number, text: string): SVGElement {
  const [ux, uy] = unit(direction);
  const [x, y] = frame.px(from);
  return svg("text", { class: "halo way-text", x: x + ux * pixels * 0.6 - uy * 13, y: y - uy * pixels * 0.6 - ux * 13 + 4, "text-anchor": "middle" }, text);
}

export function cross(frame: Frame, at: number[]): SVGElement {
  const [x, y] = frame.px(at);
  return svg(
    "g",
    {},
    svg("circle", { class: "origin", cx: x, cy: y, r: 6 }),
    svg("path", { class: "origin", d: `M${x - 10} ${y}H${x + 10}M${x} ${y - 10}V${y + 10}` }),
  );
}

/** A whole line across the picture, through a point and square to a direction. */
export function wall(frame: Frame, through: number[], direction: number[], name: string): SVGElement {
  const [ux, uy] = unit(direction);
  const reach = frame.unit(2000);
  const [x, y] = [through[0]!, through[1]!];
  return line(frame, [x - uy * reach, y + ux * reach], [x + uy * reach, y - ux * reach], name);
}

/** The path of an outline that is in pixels already. */
export function pixels(outline: Pair[]): string {
  return outline.map((point, place) => `${place ? "L" : "M"}${point.map((at) => at.toFixed(2)).join(" ")}`).join("") + "Z";
}

export function unit(direction: number[]): Pair {
  const largest = Math.max(Math.abs(direction[0]!), Math.abs(direction[1]!));
  if (largest === 0) return [1, 0];
  const [x, y] = [direction[0]! / largest, direction[1]! / largest];
  const length = Math.hypot(x, y);
  return [x / length, y / length];
}
