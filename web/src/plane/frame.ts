// A picture of the plane: camera, grid, and the way between the world and the screen. The second axis points up.

import { html, svg } from "../dom.ts";
import { number } from "../words.ts";

export type Pair = [number, number];

export class Frame {
  readonly root: HTMLElement;
  readonly svg: SVGSVGElement;
  private readonly grid = svg("g", { "aria-hidden": "true", class: "marks" });
  readonly back = svg("g", { "aria-hidden": "true", class: "marks" });
  readonly bodies = svg("g");
  /** Marks that take no press: what lies under them can be dragged. */
  readonly front = svg("g", { "aria-hidden": "true", class: "marks" });
  /** What can be gripped beside the shapes. */
  readonly grips = svg("g", { "aria-hidden": "true", class: "grips" });
  private width = 480;
  private height = 360;
  private centre: Pair = [0, 0];
  /** Pixels for one unit of length. */
  private scale = 60;

  constructor(
    label: string,
    private readonly redraw: () => void,
  ) {
    this.svg = svg("svg", { role: "group", "aria-label": label }, this.grid, this.back, this.bodies, this.front, this.grips);
    this.root = html(
      "div",
      { class: "picture" },
      this.svg,
      html(
        "div",
        { class: "zoom" },
        html("button", { type: "button", "aria-label": `${label}: nearer`, click: () => this.own(() => this.zoom(1.4)) }, "+"),
        html("button", { type: "button", "aria-label": `${label}: farther`, click: () => this.own(() => this.zoom(1 / 1.4)) }, "−"),
        html("button", { type: "button", "aria-label": `${label}: show all`, click: () => this.showAll() }, "⤢"),
      ),
    );
    new ResizeObserver(() => this.measure()).observe(this.root);
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
  }

  private all: Pair[] = [];
  /** Whether the camera was moved since it last showed all: by the person, or by a lesson. */
  private moved = false;
  /** Whether the person moved it: then a link keeps where it looks. */
  isChosen = false;

  private own(move: () => void): void {
    this.moved = this.isChosen = true;
    move();
  }

  /** Centres on these points and shows them all, from the next drawing on. */
  fit(points: Pair[]): void {
    this.all = points;
    this.refit();
  }

  /** Looks at a point, so many times nearer than where all is shown. */
  look(centre: Pair, times: number): void {
    this.refit();
    this.moved = true;
    this.centre = centre;
    this.scale *= times;
  }

  /** Where it looks: the middle, and how much of the world its width holds. */
  get view(): number[] {
    return [...this.centre, this.width / this.scale];
  }

  set view([x, y, span]: number[]) {
    // A link may hold anything.
    if (!(span! > 0)) return;
    this.moved = this.isChosen = true;
    this.centre = [x!, y!];
    this.scale = this.width / span!;
    this.redraw();
  }

  private showAll(): void {
    this.refit();
    this.redraw();
  }

  /** The points that `show all` shows, without moving the camera now. */
  remember(points: Pair[]): void {
    this.all = points;
  }

  /** As `remember`, but the camera follows points that leave the picture, unless the person chose where it looks. */
  follow(points: Pair[]): void {
    this.all = points;
    const lost = points.some((point) => this.px(point).some((at, axis) => !(at >= 8 && at <= (axis === 0 ? this.width : this.height) - 8)));
    if (lost && !this.moved) this.refit();
  }

  private refit(): void {
    this.moved = this.isChosen = false;
    const xs = this.all.map((point) => point[0]);
    const ys = this.all.map((point) => point[1]);
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    // Halves first: the sum of two coordinates may be beyond the range of numbers.
    this.centre = [left / 2 + right / 2, low / 2 + high / 2];
    const size = Math.min((this.width - 110) / (right - left), (this.height - 100) / (high - low));
    this.scale = Number.isFinite(size) && size > 0 ? size : 60;
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.root;
    if (clientWidth === 0 || (clientWidth === this.width && clientHeight === this.height)) return;
    const sized = this.moved ? clientWidth / this.width : Math.min(clientWidth / this.width, clientHeight / this.height);
    [this.width, this.height] = [clientWidth, clientHeight];
    this.scale *= sized;
    this.svg.setAttribute("viewBox", `0 0 ${clientWidth} ${clientHeight}`);
    // Where a person chose to look stays in view.
    if (this.all.length && this.moved) this.redraw();
    else if (this.all.length) this.showAll();
  }

  px([x, y]: Pair | number[]): Pair {
    return [this.width / 2 + (x! - this.centre[0]) * this.scale, this.height / 2 - (y! - this.centre[1]) * this.scale];
  }

  length(length: number): number {
    return length * this.scale;
  }

  /** A length of the world for a length in pixels. */
  unit(pixels: number): number {
    return pixels / this.scale;
  }

  world(event: { clientX: number; clientY: number }): Pair {
    const box = this.svg.getBoundingClientRect();
    return [
      this.centre[0] + (event.clientX - box.left - this.width / 2) / this.scale,
      this.centre[1] - (event.clientY - box.top - this.height / 2) / this.scale,
    ];
  }

  path(points: (Pair | number[])[], closed = true): string {
    return points.map((point, place) => `${place ? "L" : "M"}${this.px(point).map(short).join(" ")}`).join("") + (closed ? "Z" : "");
  }

  /** The corners of the picture in pixels, with so much room around as a part of it. */
  pane(room = 0.1): Pair[] {
    const [dx, dy] = [this.width * room, this.height * room];
    return [[-dx, -dy], [this.width + dx, -dy], [this.width + dx, this.height + dy], [-dx, this.height + dy]];
  }

  /** The corners of the visible part, counter-clockwise, with room around. */
  window(): Pair[] {
    const [w, h] = [(this.width / this.scale) * 0.6, (this.height / this.scale) * 0.6];
    const [x, y] = this.centre;
    return [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
  }

  zoom(factor: number, about: Pair = this.centre): void {
    this.scale *= factor;
    this.centre = [about[0] + (this.centre[0] - about[0]) / factor, about[1] + (this.centre[1] - about[1]) / factor];
    this.redraw();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.moved = this.isChosen = true;
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.world(event));
  }

  private readonly fingers = new Map<number, Pair>();

  /** The empty plane is dragged with the mouse, or with two fingers, which pinch as well: one finger scrolls the page. */
  private press(event: PointerEvent): void {
    if (event.target !== this.svg) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.pointerType !== "touch") this.svg.setPointerCapture(event.pointerId);
    if (this.fingers.size > 1) return;
    const move = (next: PointerEvent) => this.slide(next);
    const end = (last: PointerEvent) => {
      this.fingers.delete(last.pointerId);
      if (this.fingers.size) return;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  private slide(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now: Pair = [event.clientX, event.clientY];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (!other && event.pointerType === "touch") return;
    this.moved = this.isChosen = true;
    // Of two fingers each moves the picture by half of its own way.
    const share = other ? 2 : 1;
    this.centre = [this.centre[0] - (now[0] - before[0]) / this.scale / share, this.centre[1] + (now[1] - before[1]) / this.scale / share];
    if (other) {
      const apart = (from: Pair) => Math.max(1, Math.hypot(from[0] - other[0], from[1] - other[1]));
      this.zoom(apart(now) / apart(before), this.world({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 }));
      return;
    }
    this.redraw();
  }

  /** The grid: lines at one, two or five times a power of ten, some 70 pixels apart. */
  drawGrid(): void {
    const rough = 70 / this.scale;
    const power = 10 ** Math.floor(Math.log10(rough));
    const pace = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power;
    const nodes: SVGElement[] = [];
    const [[left, low], , [right, high]] = this.window() as [Pair, Pair, Pair, Pair];
    for (const [axis, from, to] of [[0, left, right], [1, low, high]] as const) {
      const first = Math.ceil(from / pace);
      const last = Math.min(Math.floor(to / pace), first + 60);
      for (let tick = first; tick <= last; tick++) {
        const at = this.px([tick * pace, tick * pace])[axis];
        const ends = axis === 0 ? { x1: at, x2: at, y1: 0, y2: this.height } : { x1: 0, x2: this.width, y1: at, y2: at };
        nodes.push(svg("line", { class: tick === 0 ? "axis" : "grid", ...ends }));
        if (tick === 0) continue;
        const place = axis === 0 ? { x: at + 3, y: this.height - 5 } : { x: 4, y: at - 3 };
        nodes.push(svg("text", { class: "tick", ...place }, number(Number((tick * pace).toPrecision(12)))));
      }
    }
    this.grid.replaceChildren(...nodes);
  }
}

function short(value: number): string {
  return Math.max(-1e5, Math.min(1e5, value)).toFixed(2);
}
