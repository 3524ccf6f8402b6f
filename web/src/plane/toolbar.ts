// What can be done to the shapes besides dragging: add, round, choose roles, remove, undo.

import type { Spelling } from "../engine.ts";
import { html } from "../dom.ts";
import { pose, type Shape } from "../scene.ts";
import type { Store } from "../store.ts";

const box = (x: number, y: number): number[][] => [[-x, -y], [x, -y], [x, y], [-x, y]];
const regular = (count: number, size: number): number[][] =>
  Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count + Math.PI / 2;
    return [round(size * Math.cos(angle)), round(size * Math.sin(angle))];
  });
const round = (value: number) => Math.round(value * 1000) / 1000;

/** The shapes that can be added, at the origin of their own frame. */
const NEW: [string, Spelling][] = [
  ["point", { points: [[0, 0]] }],
  ["segment", { segment: { start: [-1, 0], end: [1, 0] } }],
  ["triangle", { points: regular(3, 1) }],
  ["box", { points: box(1.1, 0.7) }],
  ["hexagon", { points: regular(6, 1) }],
  ["ball", { ball: { center: [0, 0], radius: 0.8 } }],
  ["capsule", { capsule: { start: [-0.8, 0], end: [0.8, 0], radius: 0.45 } }],
  ["rounded box", { points: box(0.8, 0.5), radius: 0.3 }],
];

export class Toolbar {
  readonly root: HTMLElement;
  private readonly add = html("select", { "aria-label": "Add a shape", id: "add" }, html("option", { value: "" }, "Add shape"), ...NEW.map(([name]) => html("option", { value: name }, name)));
  private readonly radius = html("input", { type: "range", min: 0, max: 1.5, step: 0.01, id: "radius" });
  private readonly roleA = html("button", { type: "button", id: "role-a" }, "is A");
  private readonly roleB = html("button", { type: "button", id: "role-b" }, "is B");
  private readonly remove = html("button", { type: "button", id: "remove" }, "Remove");

  constructor(
    private readonly store: Store,
    draw: () => void,
    private readonly free: () => number[],
  ) {
    this.root = html(
      "div",
      { class: "bar", role: "group", "aria-label": "Shapes" },
      this.add,
      html("button", { type: "button", id: "draw", click: draw }, "Draw polygon"),
      html("span", { class: "gap" }),
      html("label", { for: "radius" }, "Radius"),
      this.radius,
      this.roleA,
      this.roleB,
      this.remove,
    );
    this.add.addEventListener("change", () => this.added());
    this.radius.addEventListener("pointerdown", () => store.remember());
    this.radius.addEventListener("input", () => this.rounded());
    this.roleA.addEventListener("click", () => store.role(store.selected, 0));
    this.roleB.addEventListener("click", () => store.role(store.selected, 1));
    this.remove.addEventListener("click", () => store.remove(store.selected));
  }

  update(): void {
    const { state, selected } = this.store;
    const shape = state.shapes[selected];
    this.radius.value = String(shape ? radiusOf(shape) : 0);
    this.roleA.setAttribute("aria-pressed", String(state.pair[0] === selected));
    this.roleB.setAttribute("aria-pressed", String(state.pair[1] === selected));
    this.remove.disabled = state.shapes.length <= 2;
  }

  private added(): void {
    const found = NEW.find(([name]) => name === this.add.value);
    this.add.value = "";
    if (!found) return;
    const [name, spelling] = found;
    this.store.add({ name, spelling: { ...structuredClone(spelling), pose: { translation: this.free(), rotation: [1, 0] } } });
  }

  private rounded(): void {
    const radius = Number(this.radius.value);
    this.store.edit(this.store.selected, (shape) => withRadius(shape, radius));
  }
}

export function radiusOf({ spelling }: Shape): number {
  return (spelling.ball?.radius ?? spelling.capsule?.radius ?? 0) + (spelling.radius ?? 0);
}

/** The shape with this radius in all. */
export function withRadius(shape: Shape, radius: number): Shape {
  const { spelling } = shape;
  const { radius: _, ...rest } = spelling;
  if (spelling.ball) return { ...shape, spelling: { ...rest, ball: { ...spelling.ball, radius } } };
  if (spelling.capsule) return { ...shape, spelling: { ...rest, capsule: { ...spelling.capsule, radius } } };
  return { ...shape, spelling: radius > 0 ? { ...rest, radius } : { ...rest, pose: pose(shape, 2) } };
}
