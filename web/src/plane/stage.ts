// Both pictures of the plane and what surrounds them: the pair is solved once a change, the pictures follow the step.

import { type Controls, numbersSwitch } from "../controls.ts";
import { find, html } from "../dom.ts";
import { type Drawing, type Outline, outlines, solve, type Solution } from "../engine.ts";
import { panel } from "../panel.ts";
import { approximation, line, moved, type Shape, type State, turned } from "../scene.ts";
import { sceneOf } from "../scenes.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import type { Store } from "../store.ts";
import { radiusOf, Toolbar, withRadius } from "../toolbar.ts";
import { DifferencePicture } from "./difference.ts";
import { namesOf } from "../words.ts";
import { coordinatesExhibit, directionExhibit, regionsOf } from "./exhibit.ts";
import { Sketch } from "./sketch.ts";
import { ShapesPicture } from "./shapes.ts";
import { KINDS } from "./kinds.ts";

/** One press of an arrow, and with Shift, in pixels. */
const NUDGE = 12;
const FINE = 1;
const TURN = Math.PI / 24;

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
    const [names, scene] = [namesOf(state), sceneOf(state)];
    this.controls.update(steps.length);
    this.toolbar.update();
    this.numbers.update();
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
    const about = this.shapes.middle(this.solve(store.state).outlines[place]!);
    const round = (by: number) => () => store.edit(place, (shape) => withRadius(shape, Math.max(0, radiusOf(shape) + by)));
    const acts: Record<string, () => void> = {
      ArrowRight: move(1, 0),
      ArrowLeft: move(-1, 0),
      ArrowUp: move(0, 1),
      ArrowDown: move(0, -1),
      q: () => store.edit(place, (shape) => turned(shape, turn, about)),
      e: () => store.edit(place, (shape) => turned(shape, -turn, about)),
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
