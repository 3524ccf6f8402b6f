// Predict: say what comes next before the step shows it. Right and wrong are told.

import { html, svg } from "./dom.ts";
import type { Frame, Pair } from "./plane/frame.ts";

export interface Choice {
  /** Where it is, in pixels: a point, or the ends of a segment. */
  from: Pair;
  to: Pair;
  /** Its outline, where it is a part of the plane. */
  outline?: string;
  /** For those who do not see it. */
  words: string;
  isRight: boolean;
  /** What is said when it is chosen. */
  told: string;
}

export class Predict {
  readonly root: HTMLElement;
  private readonly button = html("button", { type: "button", id: "predict", "aria-pressed": "false" }, "Predict");
  private readonly told = html("output", { id: "predicted", class: "predicted" });
  private layer: SVGGElement | undefined;
  private score = { right: 0, all: 0 };
  isOn = false;
  onToggle: () => void = () => undefined;

  private of: unknown;

  constructor(private question: string) {
    this.root = html("span", { class: "predict" }, this.button, this.told);
    this.button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      this.button.setAttribute("aria-pressed", String(this.isOn));
      this.score = { right: 0, all: 0 };
      this.told.textContent = this.isOn ? this.question : "";
      this.onToggle();
    });
  }

  /** What is asked of a scene; of another scene, what was told of the one before goes. */
  ask(question: string, of: unknown): void {
    this.question = question;
    if (this.of === of) return;
    this.of = of;
    this.told.className = "predicted";
    if (this.isOn) this.told.textContent = question;
  }

  /** Takes the choices away; `why` tells that there is nothing to predict. */
  clear(frame: Frame, why?: string): void {
    this.layer?.ownerSVGElement?.classList.remove("predicting");
    this.layer?.remove();
    this.layer = undefined;
    frame.svg.classList.remove("predicting");
    if (why && this.isOn) this.told.textContent = why;
  }

  /** Shows the choices. One of them is chosen once, by click, finger or key; then `next` shows the step. */
  choose(frame: Frame, choices: Choice[], next: () => void): void {
    const focused = this.layer?.contains(document.activeElement) ?? false;
    this.clear(frame);
    frame.svg.classList.add("predicting");
    this.layer = svg(
      "g",
      { class: "choices", role: "group", "aria-label": this.question },
      ...choices.map((choice) => {
        const isPoint = choice.from[0] === choice.to[0] && choice.from[1] === choice.to[1];
        const shape = choice.outline
          ? svg("path", { class: "choice area", d: choice.outline })
          : isPoint
          ? svg("circle", { class: "choice", cx: choice.from[0], cy: choice.from[1], r: 13 })
          : svg("line", { class: "choice", x1: choice.from[0], y1: choice.from[1], x2: choice.to[0], y2: choice.to[1] });
        for (const [name, value] of [["tabindex", "0"], ["role", "button"], ["aria-label", choice.words]] as const) shape.setAttribute(name, value);
        shape.setAttribute("data-choice", choice.isRight ? "right" : "wrong");
        const chosen = (event: Event) => {
          event.preventDefault();
          event.stopPropagation();
          this.answer(choice);
          next();
        };
        shape.addEventListener("pointerdown", chosen);
        shape.addEventListener("keydown", (event: Event) => /^(Enter| )$/.test((event as KeyboardEvent).key) && chosen(event));
        return shape;
      }),
    );
    frame.svg.append(this.layer);
    if (focused) this.layer.querySelector<SVGElement>(".choice")?.focus();
  }

  private answer({ isRight, told }: Choice): void {
    this.score = { right: this.score.right + (isRight ? 1 : 0), all: this.score.all + 1 };
    this.told.textContent = `${told} ${this.score.right} of ${this.score.all} right.`;
    this.told.className = `predicted ${isRight ? "right" : "wrong"}`;
  }
}
