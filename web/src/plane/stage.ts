// Both pictures of the plane and what surrounds them: the pair is solved once a change, the pictures follow the step.

import { type Controls, numbersSwitch } from "../controls.ts";
import { find, html } from "../dom.ts";
import { type Drawing, type Outline, outlines, solve, type Solution } from "../engine.ts";
import { panel } from "../panel.ts";
import { line, moved, type State, turned } from "../scene.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import type { Store } from "../store.ts";
import { radiusOf, Toolbar, withRadius } from "../toolbar.ts";
import { DifferencePicture } from "./difference.ts";
import { directionExhibit } from "./exhibit.ts";
import { Sketch } from "./sketch.ts";
import { ShapesPicture } from "./shapes.ts";
import { KINDS } from "./kinds.ts";

/** One press of an arrow, and with Shift, in pixels. */
const NUDGE = 12;
const FINE = 1;
const TURN = Math.PI / 24;

/** The scene that shows both formulas for the search direction. */
const EXHIBIT = "bad-direction";

export class PlaneStage {
  private readonly shapes: ShapesPicture;
  private readonly difference = new DifferencePicture();
  private readonly toolbar: Toolbar;
  private readonly numbers: { root: HTMLElement; update(): void };
  private readonly sketch: Sketch;
  private solved: { key: string; solution: Solution; drawing: Drawing; outlines: Outline[] } | undefined;
  private fitted: string | null | undefined;

  constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    this.shapes = new ShapesPicture({
      pick: (place) => store.pick(place),
      begin: () => store.remember(),
      move: (place, by) => store.edit(place, (shape) => moved(shape, 2, by)),
      turn: (place, angle) => store.edit(place, (shape) => turned(shape, angle)),
      key: (place, event) => this.key(place, event),
    });
    const sketch = html("button", { type: "button", id: "draw", click: () => this.sketch.begin() }, "Draw polygon");
    this.toolbar = new Toolbar(store, KINDS, () => this.free(), sketch);
    this.numbers = numbersSwitch(store);
    this.sketch = new Sketch(this.shapes.frame, (points) => store.add({ name: "polygon", spelling: { points } }));
  }

  get pictures(): Picture[] {
    return [
      { name: "shapes", svg: this.shapes.frame.svg },
      { name: "difference", svg: this.difference.frame.svg },
    ].map(({ name, svg }) => ({ name, svg: () => svgText(svg), png: () => pngOf(svg) }));
  }

  draw(): void {
    const { state } = this.store;
    const { solution, drawing, outlines } = this.solve(state);
    const { steps, answer } = solution;
    this.controls.update(steps.length);
    this.toolbar.update();
    this.numbers.update();
    this.camera(state, drawing, outlines);
    const shown = this.controls.shown;
    this.shapes.draw({ state, drawing, outlines, steps, shown, answer, selected: this.store.selected });
    this.difference.draw(drawing, steps, shown, answer);
    find("#panel").replaceChildren(panel(2, steps, shown, answer, state.scene === EXHIBIT ? directionExhibit(steps[shown - 1]) : null));
  }

  /** Shows the pictures in place of those of space. */
  mount(): void {
    this.fitted = undefined;
    find("#pictures").replaceChildren(
      this.toolbar.root,
      this.sketch.root,
      html(
        "div",
        { class: "pictures" },
        html("figure", {}, html("figcaption", {}, "The shapes"), this.shapes.frame.root),
        html("figure", {}, html("figcaption", {}, "Difference A − B", this.numbers.root), this.difference.frame.root),
      ),
      this.controls.root,
    );
  }

  private solve(state: State): NonNullable<typeof this.solved> {
    const key = JSON.stringify([state.shapes, state.pair, state.numbers]);
    if (this.solved?.key !== key) {
      const pair = line(state);
      const drawing = outlines(pair);
      this.solved = { key, solution: solve(pair), drawing, outlines: this.bystanders(state, drawing) };
    }
    return this.solved;
  }

  /** The outlines of all shapes; those that are not asked about are drawn in pairs with the first. */
  private bystanders(state: State, drawing: Drawing): Outline[] {
    return state.shapes.map((shape, place) => {
      if (place === state.pair[0]) return drawing.a;
      if (place === state.pair[1]) return drawing.b;
      return outlines({ ...line(state), b: shape.spelling }).b;
    });
  }

  /** A new scene is shown whole; a changed one leaves the camera where it is. */
  private camera(state: State, drawing: Drawing, all: Outline[]): void {
    const left = ShapesPicture.extent(all);
    const right = DifferencePicture.extent(drawing);
    if (this.fitted === state.scene && state.changed) {
      this.shapes.frame.remember(left);
      this.difference.frame.remember(right);
    } else if (this.fitted !== state.scene || !state.changed) {
      const fresh = this.fitted !== state.scene;
      this.fitted = state.scene;
      if (fresh) {
        this.shapes.frame.fit(left);
        this.difference.frame.fit(right);
      }
    }
  }

  /** A place for a new shape: the middle of what is seen, a little up. */
  private free(): number[] {
    const window = this.shapes.frame.window();
    return [0, 1].map((axis) => Math.round(((window[0]![axis]! + window[2]![axis]!) / 2 + axis * 0.5) * 100) / 100);
  }

  private key(place: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const reach = this.shapes.frame.unit(event.shiftKey ? FINE : NUDGE);
    const turn = event.shiftKey ? TURN / 10 : TURN;
    const { store } = this;
    const move = (x: number, y: number) => () => store.edit(place, (shape) => moved(shape, 2, [x * reach, y * reach]));
    const round = (by: number) => () => store.edit(place, (shape) => withRadius(shape, Math.max(0, radiusOf(shape) + by)));
    const acts: Record<string, () => void> = {
      ArrowRight: move(1, 0),
      ArrowLeft: move(-1, 0),
      ArrowUp: move(0, 1),
      ArrowDown: move(0, -1),
      q: () => store.edit(place, (shape) => turned(shape, turn)),
      e: () => store.edit(place, (shape) => turned(shape, -turn)),
      "+": round(0.05),
      "-": round(-0.05),
      a: () => store.role(place, 0),
      b: () => store.role(place, 1),
      Delete: () => store.remove(place),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat && !["a", "b", "Delete"].includes(event.key)) store.remember();
    act();
  }
}
