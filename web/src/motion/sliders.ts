// What can be changed about a motion besides dragging: the speed, the turning, and how thick A is.

import { html } from "../dom.ts";
import type { Shape, State } from "../scene.ts";
import { tidy } from "../scene.ts";
import type { Store } from "../store.ts";
import { rounded } from "./words.ts";

type Slider = { input: HTMLInputElement; told: HTMLOutputElement; read: (state: State) => number | null; unit: string };

export class Sliders {
  readonly nodes: HTMLElement[];
  private readonly sliders: Slider[];

  constructor(private readonly store: Store) {
    this.sliders = [
      this.slider("speed", { min: 0, max: 120, step: 1 }, "m/s", ({ motion }) => Math.hypot(...motion!.travel) / motion!.seconds, (state, value) => ({ motion: withSpeed(state, value) })),
      this.slider("turning", { min: -30, max: 30, step: 0.25 }, "turns/s", ({ motion }) => motion!.turn / motion!.seconds / (2 * Math.PI), (state, value) => ({ motion: { ...state.motion!, turn: tidy(value * 2 * Math.PI * state.motion!.seconds) } })),
      this.slider("thickness", { min: 0.01, max: 0.6, step: 0.01 }, "m", (state) => width(state.shapes[state.pair[0]]!), (state, value) => ({ shapes: state.shapes.map((shape, place) => (place === state.pair[0] ? withWidth(shape, value) : shape)) })),
    ];
    const names: Record<string, string> = { speed: "Speed", turning: "Turning", thickness: "Wall" };
    this.nodes = this.sliders.map(({ input, told }) => html("span", { class: "setting" }, html("label", { for: input.id }, names[input.id]!), input, told));
  }

  update(state: State): void {
    for (const { input, told, read, unit } of this.sliders) {
      const value = read(state);
      input.disabled = value === null;
      if (value === null) continue;
      if (document.activeElement !== input || Math.abs(Number(input.value) - value) > Number(input.step)) input.value = String(value);
      told.textContent = `${rounded(value)} ${unit}`;
      input.setAttribute("aria-valuetext", told.textContent);
    }
  }

  /** A drag of a slider is one thing to undo, and so is each press of a key on it. */
  private slider(id: string, range: { min: number; max: number; step: number }, unit: string, read: Slider["read"], change: (state: State, value: number) => Parameters<Store["alter"]>[0]): Slider {
    const input = html("input", { type: "range", id, ...range });
    const told = html("output", { for: id });
    let dragged = false;
    input.addEventListener("pointerdown", () => {
      dragged = true;
      this.store.remember();
    });
    for (const end of ["pointerup", "pointercancel"]) input.addEventListener(end, () => (dragged = false));
    input.addEventListener("input", () => {
      if (!dragged) this.store.remember();
      this.store.alter(change(this.store.state, Number(input.value)));
    });
    return { input, told, read, unit };
  }
}

/** The motion at this speed, in the same direction; along the first axis if there was none. */
function withSpeed({ motion }: State, speed: number): State["motion"] {
  const way = Math.hypot(...motion!.travel);
  const [x, y] = way > 0 ? motion!.travel.map((value) => value / way) : [1, 0];
  return { ...motion!, travel: [x!, y!].map((value) => tidy(value * speed * motion!.seconds)) };
}

/** The extent of a shape along its own first axis; none if it has no such extent that could be changed. */
function width({ spelling }: Shape): number | null {
  const across = spelling.points!.map(([x]) => x!);
  const extent = Math.max(...across) - Math.min(...across);
  return extent > 0 ? extent : null;
}

function withWidth(shape: Shape, value: number): Shape {
  const factor = value / width(shape)!;
  const points = shape.spelling.points!.map(([x, y]) => [tidy(x! * factor), y!]);
  return { ...shape, spelling: { ...shape.spelling, points } };
}
