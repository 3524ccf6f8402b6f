// Shapes of a picture of the plane that a hand or keys move.

import { svg } from "../dom.ts";
import type { Frame, Pair } from "./frame.ts";

export interface Drags {
  pick(place: number): void;
  move(place: number, by: Pair): void;
  /** A gesture begins: what it changes is one thing to undo. */
  begin(): void;
  key(place: number, event: KeyboardEvent): void;
}

/** The group of a shape, which can be picked, dragged, and moved by keys. */
export function draggable(frame: Frame, place: number, gestures: Drags): SVGGElement {
  const group = svg("g", { tabindex: 0, role: "group", "aria-roledescription": "shape" });
  group.addEventListener("pointerdown", (event) => drag(event, group, frame, place, gestures));
  // A finger on a shape drags that, not the page.
  group.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  group.addEventListener("focus", () => gestures.pick(place));
  group.addEventListener("keydown", (event) => gestures.key(place, event));
  frame.bodies.append(group);
  return group;
}

function drag(event: PointerEvent, group: SVGGElement, frame: Frame, place: number, gestures: Drags): void {
  event.preventDefault();
  event.stopPropagation();
  group.focus({ preventScroll: true });
  gestures.begin();
  let before = frame.world(event);
  group.classList.add("dragging");
  follow(group, event, (next) => {
    const now = frame.world(next);
    gestures.move(place, [now[0] - before[0], now[1] - before[1]]);
    before = now;
  });
}

/** Calls `moved` until the pointer is released, and then `done`. */
export function follow(element: Element, event: PointerEvent, moved: (event: PointerEvent) => void, done: () => void = () => undefined): void {
  element.setPointerCapture(event.pointerId);
  const move = (next: Event) => moved(next as PointerEvent);
  const end = () => {
    element.classList.remove("dragging");
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", end);
    element.removeEventListener("pointercancel", end);
    done();
  };
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
}
