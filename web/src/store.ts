// The state, what was before it, and who wants to know.

import { SCENES, stateOf } from "./scenes.ts";
import type { Shape, State } from "./scene.ts";

const REMEMBERED = 200;

export class Store {
  state: State = stateOf(SCENES[0]!);
  selected = 0;
  /** Counts the scenes that were opened: the camera, the history and whatever plays follow it. */
  opened = 0;
  private past: State[] = [];
  private future: State[] = [];
  private listeners: (() => void)[] = [];

  subscribe(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Shows another scene; undo leads back. */
  open(state: State): void {
    this.remember();
    this.begin(state);
  }

  /** Shows another scene without a step to undo: the first one of the page, and what the browser's Back leads to. */
  begin(state: State): void {
    this.opened++;
    this.selected = 0;
    this.set(state);
  }

  /** Takes back a state that cannot be drawn. */
  refuse(): void {
    this.begin(this.past.pop() ?? stateOf(SCENES[0]!));
  }

  /** What follows is one thing to undo. */
  remember(): void {
    this.past.push(this.state);
    this.past.splice(0, this.past.length - REMEMBERED);
    this.future = [];
  }

  undo(): void {
    const state = this.past.pop();
    if (!state) return;
    this.future.push(this.state);
    this.swap(state);
  }

  redo(): void {
    const state = this.future.pop();
    if (!state) return;
    this.past.push(this.state);
    this.swap(state);
  }

  /** A change that is part of looking, not of the scene. */
  look(change: Partial<Pick<State, "step" | "numbers" | "pair">>): void {
    // Another step shows its own moment.
    const scene = "step" in change ? (this.state.motion ? { at: null } : {}) : { changed: true };
    this.set({ ...this.state, ...scene, ...change });
  }

  /** A title and a text of a person's own; nothing takes them away again. */
  annotate(title: string, text: string): void {
    const { title: _, text: __, ...rest } = this.state;
    this.set({ ...rest, ...(title ? { title } : {}), ...(text ? { text } : {}), changed: rest.changed || Boolean(title || text) });
  }

  /** Where the pictures look, for a link; without a camera they show all. */
  keep(camera: number[][] | undefined): void {
    const { camera: _, ...rest } = this.state;
    this.set({ ...rest, ...(camera ? { camera, changed: true } : {}) });
  }

  /** Another question about the same shapes; undo leads back. */
  change(change: Partial<Pick<State, "hulls" | "numbers" | "shapes">>): void {
    this.remember();
    this.set({ ...this.state, ...change, step: null, changed: true });
  }

  /** Another moment of the motion, or place of a lesson's slider. */
  moment(at: number): void {
    this.set({ ...this.state, at, changed: true });
  }

  /** Shapes that are placed anew, or that move in another way. */
  alter(change: Partial<Pick<State, "shapes" | "motion">>): void {
    this.set({ ...this.state, ...change, changed: true });
  }

  edit(place: number, change: (shape: Shape) => Shape): void {
    const shapes = this.state.shapes.map((shape, other) => (other === place ? change(shape) : shape));
    this.set({ ...this.state, shapes, changed: true });
  }

  add(shape: Shape): void {
    this.remember();
    this.selected = this.state.shapes.length;
    const shapes = [...this.state.shapes, shape];
    // The new shape takes B's place in the question: it is what the person wants to know about.
    this.set({ ...this.state, shapes, pair: [this.state.pair[0], this.selected], step: null, changed: true });
  }

  remove(place: number): void {
    if (this.state.shapes.length <= 2) return;
    this.remember();
    const shapes = this.state.shapes.filter((_, other) => other !== place);
    const kept = this.state.pair.filter((other) => other !== place).map((other) => (other > place ? other - 1 : other));
    for (let other = 0; kept.length < 2; other++) if (!kept.includes(other)) kept.push(other);
    this.selected = 0;
    this.set({ ...this.state, shapes, pair: kept as [number, number], step: null, changed: true });
  }

  /** Gives a shape the role of A (0) or B (1); who had it before takes the other's if that is the same shape. */
  role(place: number, role: 0 | 1): void {
    const pair: [number, number] = [...this.state.pair];
    if (pair[1 - role] === place) pair[1 - role] = pair[role];
    pair[role] = place;
    this.remember();
    this.set({ ...this.state, pair, step: null, changed: true });
  }

  pick(place: number): void {
    if (this.selected === place) return;
    this.selected = place;
    this.tell();
  }

  /** To a state before or after; another scene is another picture. */
  private swap(state: State): void {
    if (state.scene !== this.state.scene || state.dim !== this.state.dim || state.id !== this.state.id) this.opened++;
    this.set(state);
  }

  private set(state: State): void {
    this.state = state;
    this.selected = Math.min(this.selected, state.shapes.length - 1);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
