// Drawing a polygon by clicking its corners, with the validator's complaint at the corner that is wrong.

import { html, svg } from "../dom.ts";
import { checkPolygon } from "../engine.ts";
import { tidy } from "../scene.ts";
import type { Frame, Pair } from "./frame.ts";
import { lowered } from "../words.ts";

/** A click this near to the first corner closes the polygon, in pixels. */
const CLOSE = 12;

export class Sketch {
  readonly root: HTMLElement;
  private readonly told = html("p", { class: "complaint", id: "complaint", role: "status" });
  private readonly layer = svg("g", { "aria-hidden": "true" });
  private readonly finish = html("button", { type: "button", id: "finish" }, "Finish");
  private readonly reverse = html("button", { type: "button", id: "reverse", hidden: true }, "Reverse the order");
  private points: Pair[] = [];
  private pointer: Pair | undefined;
  private active = false;

  constructor(
    private readonly frame: Frame,
    private readonly done: (points: number[][]) => void,
    private readonly check: (points: number[][]) => { vertex: number | null; message: string } | null = checkPolygon,
  ) {
    this.finish.addEventListener("click", () => this.complete());
    this.reverse.addEventListener("click", () => this.reversed());
    this.root = html(
      "div",
      { class: "sketch", hidden: true },
      html(
        "div",
        { class: "bar" },
        html("span", {}, `Click the corners one after another${check === checkPolygon ? ", counter-clockwise" : ""}. Enter finishes, Backspace takes one back, Escape gives up. With the keyboard, type corners as x, y:`),
        this.typed(),
        this.finish,
        this.reverse,
        html("button", { type: "button", click: () => this.end() }, "Give up"),
      ),
      this.told,
    );
    frame.svg.append(this.layer);
    // Before the shapes get the press: while drawing, a click is a corner wherever it falls.
    frame.svg.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    frame.svg.addEventListener("pointermove", (event) => this.hover(event));
    window.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  begin(): void {
    this.active = true;
    this.points = [];
    this.root.hidden = false;
    this.frame.svg.style.cursor = "crosshair";
    this.frame.svg.style.touchAction = "none";
    this.draw();
  }

  private end(): void {
    this.active = false;
    this.points = [];
    this.root.hidden = true;
    this.frame.svg.style.cursor = "";
    this.frame.svg.style.touchAction = "";
    this.layer.replaceChildren();
  }

  private typed(): HTMLElement {
    const field = html("input", { type: "text", size: 9, id: "corner", "aria-label": "A corner as x, y", placeholder: "x, y" });
    field.addEventListener("keydown", (event) => {
      const text = field.value.trim();
      const acts: Record<string, () => void> = {
        // With a corner in the field these keys are the field's; with nothing in it, the polygon's.
        Enter: () => (text ? this.enter(field) : this.complete()),
        Escape: () => this.end(),
        ...(text ? {} : { Backspace: () => this.takeBack() }),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    });
    return field;
  }

  /** The typed corner, if it is one. */
  private enter(field: HTMLInputElement): void {
    const numbers = field.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (numbers.length !== 2 || !numbers.every(Number.isFinite)) {
      this.told.textContent = `Two numbers with a comma between them are wanted, such as 1.5, 2; ${field.value} was found.`;
      return;
    }
    this.points.push(numbers as Pair);
    field.value = "";
    this.draw();
  }

  private takeBack(): void {
    this.points.pop();
    this.draw();
  }

  private reversed(): void {
    this.points.reverse();
    this.draw();
  }

  private press(event: PointerEvent): void {
    if (!this.active) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.frame.world(event).map(tidy) as Pair;
    const first = this.points[0];
    if (first && this.points.length > 2 && this.frame.length(Math.hypot(at[0] - first[0], at[1] - first[1])) < CLOSE) return this.complete();
    this.points.push(at);
    this.draw();
  }

  private hover(event: PointerEvent): void {
    if (!this.active) return;
    this.pointer = this.frame.world(event);
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    if (!this.active || (event.target as Element).matches("input[type=text]")) return;
    const acts: Record<string, () => void> = {
      Enter: () => this.complete(),
      Escape: () => this.end(),
      Backspace: () => this.takeBack(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  private complete(): void {
    if (this.check(this.points)) return this.draw();
    const { points } = this;
    this.end();
    this.done(points);
  }

  private draw(): void {
    const complaint = this.points.length > 2 ? this.check(this.points) : null;
    this.finish.disabled = this.points.length < 3 || complaint !== null;
    // Drawn the other way round, it is the order alone that is wrong.
    const clockwise = complaint !== null && this.check([...this.points].reverse()) === null;
    this.reverse.hidden = !clockwise;
    this.told.textContent = clockwise ? "The corners run clockwise; a polygon runs counter-clockwise." : complaint ? complaint.message : this.points.length < 3 ? `${this.points.length} of at least 3 corners.` : this.check === checkPolygon ? "Convex so far." : "A polygon so far.";
    const trail = this.pointer ? [...this.points, this.pointer] : this.points;
    const nodes: SVGElement[] = [];
    if (trail.length > 1) nodes.push(svg("path", { class: "draft", d: this.frame.path(trail, trail.length > 2) }));
    this.points.forEach((point, place) => {
      const [cx, cy] = this.frame.px(point);
      const wrong = !clockwise && complaint?.vertex === place;
      nodes.push(svg("circle", { class: wrong ? "draft-wrong" : "draft-dot", cx, cy, r: wrong ? 7.5 : 5 }));
      nodes.push(svg("text", { class: "halo", x: cx + 10, y: cy - 8 }, `p${lowered(place)}`));
      if (wrong) nodes.push(svg("text", { class: "halo", x: cx + 10, y: cy + 18, style: "fill:var(--b)" }, complaint!.message));
    });
    this.layer.replaceChildren(...nodes);
  }
}
