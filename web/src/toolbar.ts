// What can be done to the shapes besides dragging: add, round, choose roles, remove, undo.

import type { Pose, Spelling } from "./engine.ts";
import { html } from "./dom.ts";
import type { Shape } from "./scene.ts";
import type { Store } from "./store.ts";

export class Toolbar {
  readonly root: HTMLElement;
  private readonly add: HTMLSelectElement;
  private readonly radius = html("input", { type: "range", min: 0, max: 1.5, step: 0.01, id: "radius" });
  private readonly roleA = html("button", { type: "button", id: "role-a" }, "is A");
  private readonly roleB = html("button", { type: "button", id: "role-b" }, "is B");
  private dragged = false;
  private readonly remove = html("button", { type: "button", id: "remove" }, "Remove");

  /** `kinds`: what can be added, at the place that `free` tells; `own`: the buttons that only this picture has. */
  constructor(
    private readonly store: Store,
    private readonly kinds: [string, Spelling][],
    private readonly free: () => number[],
    own: HTMLElement,
  ) {
    const options = kinds.map(([name]) => html("option", { value: name }, name));
    this.add = html("select", { "aria-label": "Add a shape", id: "add" }, html("option", { value: "" }, "Add shape"), ...options);
    this.root = html(
      "div",
      { class: "bar", role: "group", "aria-label": "Shapes" },
      this.add,
      own,
      html("span", { class: "gap" }),
      html("label", { for: "radius" }, "Radius"),
      this.radius,
      this.roleA,
      this.roleB,
      this.remove,
    );
    this.add.addEventListener("change", () => this.added());
    // A drag of the slider is one thing to undo, and so is each press of a key on it.
    this.radius.addEventListener("pointerdown", () => {
      this.dragged = true;
      store.remember();
    });
    for (const end of ["pointerup", "pointercancel"]) this.radius.addEventListener(end, () => (this.dragged = false));
    this.radius.addEventListener("input", () => {
      if (!this.dragged) store.remember();
      this.rounded();
    });
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
    const found = this.kinds.find(([name]) => name === this.add.value);
    this.add.value = "";
    if (!found) return;
    const [name, spelling] = found;
    this.store.add({ name, spelling: { ...structuredClone(spelling), pose: placeAt(this.free()) } });
  }

  private rounded(): void {
    const radius = Number(this.radius.value);
    this.store.edit(this.store.selected, (shape) => withRadius(shape, radius));
  }
}

/** A pose without rotation. */
function placeAt(translation: number[]): Pose {
  return { translation, rotation: translation.length === 2 ? [1, 0] : [0, 0, 0, 1] };
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
  return { ...shape, spelling: radius > 0 ? { ...rest, radius } : rest };
}
