// What the lessons beyond the steps of the solver have in common: two polygons that can be dragged, a setting between 0
// and 1, the answer, and the names that light each other.

import type { Controls } from "../controls.ts";
import { find, html, svg } from "../dom.ts";
import { type Answer, type Drawing, type Outline, outlines, type Point, solve, type Solution, type Steps } from "../engine.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import { type Letter, letterButtons } from "../light.ts";
import { Frame, type Pair as At } from "../plane/frame.ts";
import { shapeKey } from "../plane/keys.ts";
import { ShapesPicture } from "../plane/shapes.ts";
import { Pair } from "../rivals/module.ts";
import { cornered, line, moved, type State, turned } from "../scene.ts";
import { sceneOf } from "../scenes.ts";
import type { Store } from "../store.ts";
import { type Names, namesOf } from "../words.ts";

/** The most points of an outline. */
const POINTS = 1000;

/** A run of which no step is shown: the lesson draws marks of its own. */
const NO_STEPS = { length: 1, bounds: [], at: () => undefined, free: () => undefined } as unknown as Steps;

/** How long a played setting takes from end to end, in milliseconds, and how many jumps it takes where motion is unwanted. */
const PLAYED = 9000;
const JUMPS = 12;

export interface Solved {
  solution: Solution;
  answer: Answer;
  drawing: Drawing;
  pair: Pair;
}

/** A lesson's picture beside that of the shapes. */
export interface Beside {
  root: HTMLElement;
  svg: SVGSVGElement;
}

export abstract class LessonStage {
  protected readonly shapes: ShapesPicture;
  protected readonly root = html("div", { class: "moving lessons" });
  protected readonly names = html("div", { class: "key-names", role: "group", "aria-label": "Names in the pictures" });
  protected readonly slider = html("input", { type: "range", min: 0, max: 1, step: 0.0025, id: "setting" });
  protected readonly play = html("button", { type: "button", id: "turn", "aria-pressed": "false" }, "Play");
  private known: (Solved & { of: State }) | undefined;
  private fitted: number | undefined;
  private playing: number | undefined;

  constructor(
    protected readonly store: Store,
    protected readonly controls: Controls,
  ) {
    this.shapes = new ShapesPicture({
      pick: (place) => store.pick(place),
      begin: () => store.remember(),
      move: (place, by) => store.edit(place, (shape) => moved(shape, 2, by)),
      turn: (place, angle, about) => store.edit(place, (shape) => turned(shape, angle, about)),
      key: (place, event) => shapeKey(store, this.shapes.frame, () => this.shapes.middle(this.outlinesOf(this.solved(store.state))[place]!), place, event, false),
      corner: (place, index, to) => store.edit(place, (shape) => cornered(shape, index, to)),
    });
    this.shapes.again = () => void (this.root.isConnected && this.draw());
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    this.play.addEventListener("click", () => this.toggle());
  }

  /** The picture beside the shapes, with its name. */
  protected abstract beside(): [Beside, string];
  /** What the slider is called; nothing where the lesson has steps in its place. */
  protected abstract readonly setting: string | null;
  /** Draws the marks and the panel. */
  protected abstract paint(solved: Solved, state: State, names: Names): void;
  /** The points that the second picture shows, if it is one of the plane. */
  protected extent(_solved: Solved): At[] {
    return [];
  }
  /** More buttons. */
  protected tools(): HTMLElement[] {
    return [];
  }
  /** The letters of the lesson. */
  protected letters(): Letter[] {
    return [];
  }
  protected shapesName(): string {
    return "The shapes";
  }

  get views(): Frame[] {
    const [beside] = this.beside();
    return [this.shapes.frame, ...(beside instanceof Frame ? [beside] : [])];
  }

  get pictures(): Picture[] {
    const all: [string, SVGSVGElement][] = [["shapes", this.shapes.frame.svg], ["beside", this.beside()[0].svg]];
    return all.map(([name, svg]) => ({ name, svg: () => svgText(svg), png: () => pngOf(svg) }));
  }

  mount(): void {
    this.fitted = undefined;
    const [beside, name] = this.beside();
    const setting = this.setting === null ? [] : [html("label", { class: "setting wide-setting" }, this.setting, this.slider), this.play];
    const tools = [...setting, ...this.tools()];
    this.root.replaceChildren(
      ...(tools.length ? [html("div", { class: "bar", role: "group", "aria-label": "The lesson" }, ...tools)] : []),
      html(
        "div",
        { class: "pictures" },
        html("figure", {}, html("figcaption", {}, this.shapesName()), this.shapes.frame.root),
        html("figure", {}, html("figcaption", {}, name), beside.root),
      ),
      this.names,
      this.controls.root,
    );
    this.controls.root.hidden = this.setting !== null && !this.hasSteps;
    // Without steps the keys for steps do nothing.
    if (this.controls.root.hidden) this.controls.update(0);
    this.names.replaceChildren(...letterButtons(this.letters()));
    find("#pictures").replaceChildren(this.root);
  }

  /** Whether the lesson has steps, too, where it has a setting. */
  protected readonly hasSteps: boolean = false;

  draw(): void {
    const { state } = this.store;
    if (this.playing !== undefined && this.playedFor !== this.store.opened) this.stop();
    const solved = this.solved(state);
    this.slider.value = String(this.at(state));
    this.camera(solved);
    const outlines = this.outlinesOf(solved);
    const names = namesOf(state);
    this.shapes.draw({ state, outlines, steps: NO_STEPS, shown: 0, answer: solved.answer, selected: this.store.selected, names, regions: null });
    this.paint(solved, state, names);
  }

  protected outlinesOf({ drawing }: Solved): Outline[] {
    const [a] = this.store.state.pair;
    return a === 0 ? [drawing.a, drawing.b] : [drawing.b, drawing.a];
  }

  /** Where the slider is. */
  protected at(state: State): number {
    return state.at ?? sceneOf(state)?.at ?? 0;
  }

  protected solved(state: State): Solved {
    const before = this.known;
    if (before && before.of.shapes === state.shapes && before.of.pair === state.pair && before.of.numbers === state.numbers) return before;
    const [a, b] = state.pair.map((place) => state.shapes[place]!) as [State["shapes"][0], State["shapes"][0]];
    const pair = new Pair(a, b);
    const solution = solve(line(state), { outward: 0, inward: 0 });
    this.known = { of: state, solution, answer: solution.answer, drawing: outlines(line(state), POINTS), pair };
    before?.solution.steps.free();
    before?.pair.free();
    return this.known;
  }

  private camera(solved: Solved): void {
    const left = this.leftExtent(solved);
    const beside = this.beside()[0];
    const right = this.extent(solved);
    if (this.fitted === this.store.opened) {
      this.shapes.frame.remember(left);
      if (beside instanceof Frame) beside.follow(right);
      return;
    }
    this.fitted = this.store.opened;
    this.shapes.frame.fit(left);
    if (beside instanceof Frame) beside.fit(right);
  }

  protected leftExtent(solved: Solved): At[] {
    return ShapesPicture.extent(this.outlinesOf(solved));
  }

  protected set(at: number): void {
    this.stop();
    this.store.moment(at);
  }

  private playedFor = 0;

  /** Moves the slider from where it is to the end, or jumps where motion is unwanted. */
  private toggle(): void {
    if (this.playing !== undefined) return this.stop();
    this.play.setAttribute("aria-pressed", "true");
    this.play.textContent = "Pause";
    this.playedFor = this.store.opened;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const begun = performance.now();
    const from = this.at(this.store.state) >= 1 ? 0 : this.at(this.store.state);
    const pace = isCalm ? PLAYED / JUMPS : 33;
    this.playing = window.setInterval(() => {
      const gone = (performance.now() - begun) / PLAYED;
      const at = Math.min(1, from + (isCalm ? Math.round(gone * JUMPS) / JUMPS : gone));
      this.store.moment(at);
      if (at >= 1) this.stop();
    }, pace);
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = undefined;
    this.play.setAttribute("aria-pressed", "false");
    this.play.textContent = "Play";
  }
}

/** A card of the panel. */
export function card(title: string, ...content: (Node | false | null)[]): HTMLElement {
  return html("div", { class: "card" }, html("h3", {}, title), ...content);
}

/** A table of the panel, which scrolls sideways where it must. */
export function table(name: string, id: string, head: string[], rows: (Node | string)[][], classes: (string | undefined)[] = []): HTMLElement {
  return html(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
    html(
      "table",
      { id },
      html("thead", {}, html("tr", {}, ...head.map((cell) => html("th", { scope: "col" }, cell)))),
      html("tbody", {}, ...rows.map((cells, place) => html("tr", { class: classes[place], "aria-current": classes[place] === "row-current" ? "step" : null }, ...cells.map((cell) => html("td", {}, cell))))),
    ),
  );
}

/** The corner of an outline with this index of the shape's points. */
export function cornerAt(outline: Outline, index: number): At {
  return (outline.core.find(({ vertex }) => vertex === index) ?? outline.core[0]!).point;
}

/** A unit direction by the fraction of a turn. */
export function directionAt(at: number): At {
  return [Math.cos(2 * Math.PI * at), Math.sin(2 * Math.PI * at)];
}

/** The convex hull of points, counter-clockwise (Andrew 1979): only to fill what is swept. */
export function hullOf(points: Point[]): Point[] {
  const sorted = [...points].sort((left, right) => left[0]! - right[0]! || left[1]! - right[1]!);
  const chain = (all: Point[]) => {
    const kept: Point[] = [];
    for (const point of all) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx! - ax!) * (cy! - ay!) - (by! - ay!) * (cx! - ax!);
}

/** A whole line across a picture, cut to what is seen, where its coordinates would be too large for the screen. */
export function longLine(frame: Frame, through: Point, along: Point, name: string): SVGElement {
  const [x, y] = frame.px(through);
  const length = Math.hypot(along[0]!, along[1]!) || 1;
  const [dx, dy] = [along[0]! / length, -along[1]! / length];
  const [[left, top], , [right, bottom]] = frame.pane() as [At, At, At, At];
  // The foot of the picture's middle is the middle of what is drawn.
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const foot = (mx - x) * dx + (my - y) * dy;
  const reach = right - left + bottom - top;
  const at = (way: number): At => [x + dx * way, y + dy * way];
  const [[x1, y1], [x2, y2]] = [at(foot - reach), at(foot + reach)];
  return svg("line", { class: name, x1, y1, x2, y2 });
}
