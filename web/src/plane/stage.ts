// Both pictures of the plane and what surrounds them: the pair is solved once a change, the pictures follow the step.

import { type Controls, numbersSwitch } from "../controls.ts";
import { find, html } from "../dom.ts";
import { type Drawing, type Outline, outlines, solve, type Solution } from "../engine.ts";
import { panel } from "../panel.ts";
import { approximation, cornered, line, moved, type Shape, type State, turned } from "../scene.ts";
import { isPolygon, sceneOf } from "../scenes.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import type { Store } from "../store.ts";
import { Toolbar } from "../toolbar.ts";
import { DifferencePicture } from "./difference.ts";
import { namesOf } from "../words.ts";
import { coordinatesExhibit, directionExhibit, regionsOf } from "./exhibit.ts";
import { Sketch } from "./sketch.ts";
import { ShapesPicture } from "./shapes.ts";
import { KINDS } from "./kinds.ts";
import { shapeKey } from "./keys.ts";

/** The most points of the outlines of a picture, whatever its shapes. */
const POINTS = 2000;

/** The scene that shows both formulas for the search direction. */
const EXHIBIT = "bad-direction";

export class PlaneStage {
  private readonly shapes: ShapesPicture;
  private readonly difference = new DifferencePicture();
  private readonly toolbar: Toolbar;
  private readonly numbers: { root: HTMLElement; update(): void };
  private readonly sketch: Sketch;
  private readonly compare = html("button", { type: "button", id: "compare", title: "Several methods on these two polygons" }, "Compare");
  private readonly caption = html("span", { id: "difference-name" }, "Difference A − B");
  /** The last solution and what it is of; a state is never changed in place, so identity tells. */
  private solved: (Pick<State, "shapes" | "pair" | "numbers"> & { solution: Solution; drawing: Drawing; outlines: Outline[] }) | undefined;
  /** The opened scene that the cameras were set for. */
  private fitted: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    this.shapes = new ShapesPicture({
      pick: (place) => store.pick(place),
      begin: () => store.remember(),
      move: (place, by) => store.edit(place, (shape) => moved(shape, 2, by)),
      turn: (place, angle, about) => store.edit(place, (shape) => turned(shape, angle, about)),
      corner: (place, index, to) => store.edit(place, (shape) => cornered(shape, index, to)),
      key: (place, event) => shapeKey(store, this.shapes.frame, () => this.shapes.middle(this.solve(store.state).outlines[place]!), place, event, true),
    });
    const sketch = html("button", { type: "button", id: "draw", click: () => this.sketch.begin() }, "Draw polygon");
    this.compare.addEventListener("click", () => this.comparison());
    this.toolbar = new Toolbar(store, KINDS, () => this.free(), html("span", { class: "bar-part" }, sketch, this.compare));
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
    const [names, scene] = [namesOf(state), sceneOf(state)];
    this.controls.update(steps.length);
    this.toolbar.update();
    this.numbers.update();
    // The published methods know polygons only.
    this.compare.disabled = !state.pair.every((place) => isPolygon(state.shapes[place]!));
    this.camera(drawing, outlines);
    const shown = this.controls.shown;
    const regions = scene?.regions && scene.names === names ? regionsOf(drawing, solution) : null;
    this.shapes.draw({ state, outlines, steps, shown, answer, selected: this.store.selected, names, regions });
    this.difference.draw(drawing, steps, shown, names);
    this.caption.textContent = `Difference ${names.bodies.map((name) => name.replace(/^the /, "")).join(" − ")}`;
    const exhibit = regions ? coordinatesExhibit(drawing, names) : state.scene === EXHIBIT ? directionExhibit(steps.at(shown - 1)) : null;
    find("#panel").replaceChildren(panel(2, steps, shown, answer, names, exhibit));
    const points = (all: Outline[]) => all.reduce((sum, { core, rounded }) => sum + core.length + rounded.length, 0);
    document.documentElement.dataset.points = String(Math.max(points(outlines), points([drawing.difference])));
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
        html("figure", {}, html("figcaption", {}, this.caption, this.numbers.root), this.difference.frame.root),
      ),
      this.controls.root,
    );
  }

  private solve(state: State): NonNullable<typeof this.solved> {
    const { shapes, pair, numbers } = state;
    const before = this.solved;
    if (before && before.shapes === shapes && before.pair === pair && before.numbers === numbers) return before;
    const asked = line(state);
    const drawing = outlines(asked, Math.floor(POINTS / shapes.length));
    this.solved = { shapes, pair, numbers, solution: solve(asked, approximation(state)), drawing, outlines: this.bystanders(state, drawing) };
    before?.solution.steps.free();
    return this.solved;
  }

  private readonly drawn = new WeakMap<Shape, { outline: Outline; most: number }>();

  /** The outlines of all shapes; one that is not asked about is drawn in a pair with itself, once. */
  private bystanders(state: State, drawing: Drawing): Outline[] {
    const most = Math.floor(POINTS / state.shapes.length);
    return state.shapes.map((shape, place) => {
      if (place === state.pair[0]) return drawing.a;
      if (place === state.pair[1]) return drawing.b;
      let known = this.drawn.get(shape);
      if (known?.most !== most) {
        known = { outline: outlines({ ...line(state), a: shape.spelling, b: shape.spelling }, most).a, most };
        this.drawn.set(shape, known);
      }
      return known!.outline;
    });
  }

  /** A scene that was just opened is shown whole; then the camera stays, but follows the difference out of the picture. */
  private camera(drawing: Drawing, all: Outline[]): void {
    const left = ShapesPicture.extent(all);
    const right = DifferencePicture.extent(drawing);
    if (this.fitted === this.store.opened) {
      this.shapes.frame.remember(left);
      this.difference.frame.follow(right);
      return;
    }
    this.fitted = this.store.opened;
    this.shapes.frame.fit(left);
    this.difference.frame.fit(right);
  }

  /** The two shapes in the view that compares the methods. */
  private comparison(): void {
    const { state } = this.store;
    const shapes = state.pair.map((place) => state.shapes[place]!);
    this.store.open({ ...state, shapes, pair: [0, 1], step: 0, scene: "compare", changed: true });
  }

  /** A place for a new shape: the middle of what is seen, a little up. */
  private free(): number[] {
    const window = this.shapes.frame.window();
    return [0, 1].map((axis) => Math.round(((window[0]![axis]! + window[2]![axis]!) / 2 + axis * 0.5) * 100) / 100);
  }

}
