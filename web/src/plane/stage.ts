// Both pictures of the plane and what surrounds them: the pair is solved once a change, the pictures follow the step.

import { type Controls, numbersSwitch } from "../controls.ts";
import { find, html } from "../dom.ts";
import { type Drawing, type Outline, outlines, solve, type Solution } from "../engine.ts";
import { letterButtons } from "../light.ts";
import { panel } from "../panel.ts";
import { Predict } from "../predict.ts";
import { approximation, cornered, line, moved, type Shape, type State, turned } from "../scene.ts";
import { isPolygon, type Scene, sceneOf } from "../scenes.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import type { Store } from "../store.ts";
import { Toolbar } from "../toolbar.ts";
import { DifferencePicture } from "./difference.ts";
import { cornerName, type Names, namesOf, vector } from "../words.ts";
import { coordinatesExhibit, directionExhibit, type Regions, regionsOf } from "./exhibit.ts";
import { Sketch } from "./sketch.ts";
import { ShapesPicture } from "./shapes.ts";
import type { Frame } from "./frame.ts";
import { KINDS } from "./kinds.ts";
import { shapeKey } from "./keys.ts";
import { pixels } from "./marks.ts";
import { features, region } from "./regions.ts";

/** The most points of the outlines of a picture, whatever its shapes. */
const POINTS = 2000;

/** More corners of a difference than this are not to be predicted. */
const MOST_CHOICES = 40;

/** The scene that shows both formulas for the search direction. */
const EXHIBIT = "bad-direction";

export class PlaneStage {
  private readonly shapes: ShapesPicture;
  private readonly difference = new DifferencePicture();
  private readonly toolbar: Toolbar;
  private readonly numbers: { root: HTMLElement; update(): void };
  private readonly sketch: Sketch;
  private readonly compare = html("button", { type: "button", id: "compare", title: "Several methods on these two polygons" }, "Compare");
  private readonly predict = new Predict("");
  /** The picture whose region was predicted. */
  private answered: Drawing | undefined;
  private readonly letters = html("div", { class: "key-names", role: "group", "aria-label": "Names in the pictures" });
  private readonly caption = html("span", { id: "difference-name", "data-name": "S" }, "Difference A − B");
  /** The last solution and what it is of; a state is never changed in place, so identity tells. */
  private solved: (Pick<State, "shapes" | "pair" | "numbers"> & { solution: Solution; drawing: Drawing; outlines: Outline[] }) | undefined;
  private lettersOf: Scene | undefined;
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
    this.toolbar = new Toolbar(store, KINDS, () => this.free(), html("span", { class: "bar-part" }, sketch, this.compare, this.predict.root));
    this.predict.onToggle = () => {
      this.answered = undefined;
      // A camera that moves takes the choices along.
      this.shapes.again = this.difference.again = this.predict.isOn ? () => this.draw() : undefined;
      this.draw();
    };
    this.numbers = numbersSwitch(store);
    this.sketch = new Sketch(this.shapes.frame, (points) => store.add({ name: "polygon", spelling: { points } }));
  }

  get views(): Frame[] {
    return [this.shapes.frame, this.difference.frame];
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
    const found = scene?.regions && scene.names === names ? regionsOf(drawing, solution) : null;
    // What is to be predicted is not shown before.
    const isHidden = found !== null && this.predict.isOn && this.answered !== drawing;
    const regions = found && isHidden ? { ...found, holding: [] } : found;
    this.shapes.draw({ state, outlines, steps, shown, answer, selected: this.store.selected, names, regions });
    this.difference.draw(drawing, steps, shown, names);
    this.caption.textContent = `Difference ${names.bodies.map((name) => name.replace(/^the /, "")).join(" − ")}`;
    this.ask(this.solved!, shown, names, found);
    this.letters.hidden = !scene?.letters;
    if (this.lettersOf !== scene) this.letters.replaceChildren(...letterButtons(scene?.letters ?? []));
    this.lettersOf = scene;
    const exhibit = regions ? (isHidden ? null : coordinatesExhibit(drawing, names)) : state.scene === EXHIBIT ? directionExhibit(steps.at(shown - 1), () => this.store.state.scene === EXHIBIT && this.draw()) : null;
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
      this.letters,
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

  /** In Predict the next support point is clicked before its step is shown, or in the first lessons the region of Q. */
  private ask({ solution, drawing }: NonNullable<typeof this.solved>, shown: number, names: Names, regions: Regions | null): void {
    const { predict } = this;
    const [left, right] = [this.shapes.frame, this.difference.frame];
    const first = shown === 0 ? solution.steps.at(0)?.direction : undefined;
    const hint = first ? `The first direction is d = ${vector(first.map((value) => Number(value.toPrecision(3))))}. ` : "";
    predict.ask(regions ? "In which region is Q? Click it." : `${hint}Which corner of the difference is the next support point? Click it.`, this.store.opened);
    if (!predict.isOn) return predict.clear(left);
    if (regions) {
      if (this.answered === drawing) return predict.clear(left);
      const all = features(regions.corners.length).map((feature) => {
        const outline = pixels(region(left.pane(0.02), regions.corners.map((corner) => left.px(corner)), feature));
        const words = feature.length === 3 ? "the inside" : `${feature.length === 1 ? "vertex" : "edge"} ${feature.map((place) => cornerName(names, 0, place)).join("")}`;
        return { feature, outline, words, isRight: feature.length === regions.holding.length && feature.every((place) => regions.holding.includes(place)) };
      });
      const truth = all.find(({ isRight }) => isRight)?.words ?? "";
      const told = (isRight: boolean) => `${isRight ? "Right" : "Not this one"}: Q is in the region of ${truth}. Drag Q and say it again.`;
      return predict.choose(
        left,
        all.filter(({ outline }) => outline.length > 2).map(({ outline, words, isRight }) => ({ from: [0, 0], to: [0, 0], outline, words: `region of ${words}`, isRight, told: told(isRight) })),
        () => {
          this.answered = drawing;
          this.draw();
        },
      );
    }
    const next = solution.steps.at(shown);
    if (!next) return predict.clear(right, "This is the last step. Go back, or move a shape.");
    const indices = next.vertex.indices;
    const corners = drawing.difference.core.filter(({ vertex, other }) => vertex !== null && other !== null);
    if (!indices || next.phase === "exact" || corners.length > MOST_CHOICES) return predict.clear(right, "Here no corner is to be predicted. Step forward.");
    const way = [0, 1].map((axis) => next.direction[axis]!);
    const reach = (point: number[]) => point[0]! * way[0]! + point[1]! * way[1]!;
    const far = reach(next.vertex.point);
    const truth = `${cornerName(names, 0, indices[0])} − ${cornerName(names, 1, indices[1])}`;
    predict.choose(
      right,
      corners.map(({ point, vertex, other }) => {
        const name = `${cornerName(names, 0, vertex!)} − ${cornerName(names, 1, other!)}`;
        // Corners that lie equally far are equally right.
        const isRight = name === truth || Math.abs(reach(point) - far) <= 1e-12 * Math.abs(far);
        const at = right.px(point);
        return { from: at, to: at, words: name, isRight, told: isRight ? `Right: ${truth} lies farthest along d.` : `Not this one. Along d = ${vector(way.map((value) => Number(value.toPrecision(3))))} the farthest is ${truth}.` };
      }),
      () => this.controls.by(1),
    );
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
