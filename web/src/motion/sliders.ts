// What can be changed about a motion besides dragging: the speed, the turning, how thick A is, and how many samples.

import { html } from "../dom.ts";
import { RATE, type Shape, type State, tidy } from "../scene.ts";
import type { Store } from "../store.ts";
import { rounded } from "./words.ts";

interface Setting {
  id: string;
  name: string;
  range: { min: number; max: number; step: number };
  unit: string;
  /** None if the scene has nothing to set. */
  read(state: State): number | null;
  change(state: State, value: number): Parameters<Store["alter"]>[0];
}

const TURN = 2 * Math.PI;

const SETTINGS: Setting[] = [
  {
    id: "speed",
    name: "Speed",
    range: { min: 0, max: 120, step: 1 },
    unit: "m/s",
    read: ({ motion }) => Math.hypot(...motion!.travel) / motion!.seconds,
    change: (state, value) => ({ motion: withSpeed(state, value) }),
  },
  {
    id: "turning",
    name: "Turning",
    range: { min: -30, max: 30, step: 0.25 },
    unit: "turns/s",
    read: ({ motion }) => motion!.turn / motion!.seconds / TURN,
    change: ({ motion }, value) => ({ motion: { ...motion!, turn: tidy(value * TURN * motion!.seconds) } }),
  },
  {
    id: "thickness",
    name: "Wall",
    range: { min: 0.01, max: 0.6, step: 0.01 },
    unit: "m",
    read: ({ shapes, pair }) => width(shapes[pair[0]]!),
    change: ({ shapes, pair }, value) => ({ shapes: shapes.map((shape, place) => (place === pair[0] ? withWidth(shape, value) : shape)) }),
  },
  {
    id: "rate",
    name: "Samples",
    range: { min: 60, max: 960, step: 60 },
    unit: "a second",
    read: ({ motion }) => motion!.rate ?? RATE,
    change: ({ motion }, rate) => ({ motion: { ...motion!, rate } }),
  },
];

export class Sliders {
  /** Those of the motion itself. */
  readonly nodes: HTMLElement[];
  /** That of the samples, whose number stands beside it anyway. */
  readonly rate: HTMLElement;
  private readonly sliders: { setting: Setting; input: HTMLInputElement; told: HTMLOutputElement }[];

  constructor(private readonly store: Store) {
    this.sliders = SETTINGS.map((setting) => this.slider(setting));
    const nodes = this.sliders.map(({ setting: { id, name }, input, told }) => html("span", { class: "setting" }, html("label", { for: id }, name), input, id !== "rate" && told));
    [this.nodes, this.rate] = [nodes.slice(0, -1), nodes.at(-1)!];
  }

  update(state: State): void {
    for (const { setting, input, told } of this.sliders) {
      const value = setting.read(state);
      input.disabled = value === null;
      if (value === null) continue;
      input.value = String(value);
      told.textContent = `${rounded(value)} ${setting.unit}`;
      input.setAttribute("aria-valuetext", told.textContent);
    }
  }

  /** A drag of a slider is one thing to undo, and so is each press of a key on it. */
  private slider(setting: Setting): (typeof this.sliders)[number] {
    const input = html("input", { type: "range", id: setting.id, ...setting.range });
    let dragged = false;
    input.addEventListener("pointerdown", () => {
      dragged = true;
      this.store.remember();
    });
    for (const end of ["pointerup", "pointercancel"]) input.addEventListener(end, () => (dragged = false));
    input.addEventListener("input", () => {
      if (!dragged) this.store.remember();
      this.store.alter(setting.change(this.store.state, Number(input.value)));
    });
    return { setting, input, told: html("output", { for: setting.id }) };
  }
}

/** The motion at this speed, in the same direction; along the first axis if there was none. */
function withSpeed({ motion }: State, speed: number): State["motion"] {
  const way = Math.hypot(...motion!.travel);
  const [x, y] = way > 0 ? motion!.travel.map((value) => value / way) : [1, 0];
  return { ...motion!, travel: [x!, y!].map((value) => tidy(value * speed * motion!.seconds)) };
}

/** The extent of a shape along its own first axis; none if there is nothing that could be stretched. */
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
