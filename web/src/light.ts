// One name lights everything that bears it: in the sentence, in the formula and in the picture.

import { html } from "./dom.ts";

/** A letter of a lesson: the name that lights, the letter, and what it is. */
export type Letter = [name: string, letter: string, what: string];

/** A button for each letter: for fingers, and for the key Tab. */
export function letterButtons(letters: Letter[]): HTMLElement[] {
  return letters.map(([name, letter, what]) => html("button", { type: "button", "data-name": name }, html("b", {}, letter), ` ${what}`));
}

const sheet = html("style");
let lit = "";

/** Listens for the pointer, the finger and the focus on whatever has a name. */
export function lights(): void {
  document.head.append(sheet);
  document.documentElement.dataset.lit = lit;
  document.addEventListener("focusin", (event) => light(nameOf(event.target)));
  document.addEventListener("focusout", () => light(""));
  // What is being dragged stays as it is.
  document.addEventListener("pointermove", (event) => event.buttons === 0 && light(pointed(event)));
  document.addEventListener("pointerdown", (event) => light(pointed(event)));
  document.documentElement.addEventListener("pointerleave", () => light(""));
}

function nameOf(target: EventTarget | null): string {
  return (target as Element | null)?.closest?.<HTMLElement>("[data-name]")?.dataset.name ?? "";
}

/** What the pointer is on. Marks of a picture take no press, so the pointer does not see them: they are found by place. */
function pointed(event: PointerEvent): string {
  const picture = (event.target as Element | null)?.closest?.(".picture > svg");
  if (!picture) return nameOf(event.target);
  const { clientX: x, clientY: y } = event;
  const marks = [...picture.querySelectorAll<SVGGraphicsElement>(".marks text[data-name], .marks circle[data-name]")].reverse();
  const on = marks.find((mark) => {
    const box = mark.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return nameOf(on ?? null) || nameOf(event.target) || nameOf(regionAt(picture as SVGSVGElement, x, y));
}

/** The named region of a picture at a place of the screen. */
function regionAt(picture: SVGSVGElement, x: number, y: number): Element | null {
  const box = picture.getBoundingClientRect();
  const at = new DOMPoint(x - box.left, y - box.top);
  return [...picture.querySelectorAll<SVGGeometryElement>("path.border[data-name]")].find((region) => region.isPointInFill(at)) ?? null;
}

/** Lights a name, or nothing. A rule of style lights what is drawn later, too. */
function light(name: string): void {
  if (name === lit) return;
  lit = name;
  const which = `[data-name="${CSS.escape(name)}"]`;
  document.documentElement.dataset.lit = name;
  sheet.textContent = name
    ? `:root svg :is(path, line)${which}, :root svg ${which} :is(path, line) { stroke-width: 4.5px } :root svg circle${which} { stroke-width: 5px } :root svg .feature${which} { stroke-width: 9px } svg :is(rect, .bound-most)${which} { stroke: currentColor; stroke-width: 4px } svg text${which} { font-weight: 800 !important }
       svg .border${which} { fill: var(--way); fill-opacity: 0.2; stroke-opacity: 1 } svg .hint${which} { visibility: visible }
       .lesson ${which}, .key-names ${which}, .panel ${which}, figcaption ${which}, .label${which} { background: color-mix(in srgb, currentColor 20%, transparent); border-radius: 3px }`
    : "";
}
