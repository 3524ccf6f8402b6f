// The keys that move, turn and round a shape of the plane that has the focus.

import { moved, turned } from "../scene.ts";
import type { Store } from "../store.ts";
import { radiusOf, withRadius } from "../toolbar.ts";
import type { Frame, Pair } from "./frame.ts";

/** One press of an arrow, and with Shift, in pixels. */
const NUDGE = 12;
const FINE = 1;
const TURN = Math.PI / 24;

/** Answers a key. `about`: the point that a shape is turned about. Rounding and roles are not for every picture. */
export function shapeKey(store: Store, frame: Frame, about: () => Pair, place: number, event: KeyboardEvent, isFree: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const reach = frame.unit(event.shiftKey ? FINE : NUDGE);
  const turn = event.shiftKey ? TURN / 10 : TURN;
  const move = (x: number, y: number) => () => store.edit(place, (shape) => moved(shape, 2, [x * reach, y * reach]));
  const round = (by: number) => () => store.edit(place, (shape) => withRadius(shape, Math.max(0, radiusOf(shape) + by)));
  const free: Record<string, () => void> = {
    "+": round(0.05),
    "-": round(-0.05),
    a: () => store.role(place, 0),
    b: () => store.role(place, 1),
    Delete: () => store.remove(place),
  };
  const acts: Record<string, () => void> = {
    ArrowRight: move(1, 0),
    ArrowLeft: move(-1, 0),
    ArrowUp: move(0, 1),
    ArrowDown: move(0, -1),
    q: () => store.edit(place, (shape) => turned(shape, turn, about())),
    e: () => store.edit(place, (shape) => turned(shape, -turn, about())),
    ...(isFree ? free : {}),
  };
  const act = acts[event.key] ?? acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  if (!event.repeat && !["a", "b", "Delete"].includes(event.key)) store.remember();
  act();
}
