// Stepping through a run: buttons, slider, playing, and the keys that do the same.

import { html } from "./dom.ts";
import type { Numbers } from "./scene.ts";
import type { Store } from "./store.ts";

const PLAY_PAUSE = 1100;

export class Controls {
  readonly root: HTMLElement;
  private readonly slider = html("input", { type: "range", min: 0, max: 1, step: 1, "aria-label": "Step", id: "step" });
  private readonly told = html("output", { for: "step", id: "told" });
  private readonly playing = html("button", { type: "button", id: "play", "aria-pressed": "false" }, "Play");
  private timer: number | undefined;
  private count = 0;
  /** The opened scene that plays; another one stops it. */
  private played = 0;

  constructor(private readonly store: Store) {
    const button = (id: string, text: string, name: string, act: () => void) =>
      html("button", { type: "button", id, "aria-label": name, title: name, click: act }, text);
    this.root = html(
      "div",
      { class: "bar transport", role: "group", "aria-label": "Steps" },
      button("first", "|◀", "To the beginning (Home)", () => this.to(0)),
      button("back", "◀", "One step back (←)", () => this.by(-1)),
      button("forward", "▶", "One step forward (→)", () => this.by(1)),
      button("last", "▶|", "To the end (End)", () => this.to(this.count)),
      this.playing,
      this.slider,
      this.told,
    );
    this.slider.addEventListener("input", () => this.to(Number(this.slider.value)));
    this.playing.addEventListener("click", () => this.play());
    window.addEventListener("keydown", (event) => this.key(event));
  }

  /** How many steps are shown of so many. */
  get shown(): number {
    return Math.min(this.store.state.step ?? this.count, this.count);
  }

  update(count: number): void {
    if (this.timer !== undefined && this.store.opened !== this.played) this.pause();
    this.count = count;
    this.slider.max = String(count);
    this.slider.value = String(this.shown);
    this.slider.setAttribute("aria-valuetext", `step ${this.shown} of ${count}`);
    this.told.textContent = `step ${this.shown} of ${count}`;
    for (const [id, off] of [["first", this.shown === 0], ["back", this.shown === 0], ["forward", this.shown === count], ["last", this.shown === count]] as const) {
      // Not the attribute `disabled`: a button that has the focus keeps it at the end of the run.
      this.root.querySelector(`#${id}`)!.setAttribute("aria-disabled", String(off));
    }
  }

  to(step: number): void {
    const next = Math.max(0, Math.min(this.count, step));
    this.store.look({ step: next === this.count ? null : next });
  }

  by(steps: number): void {
    this.to(this.shown + steps);
  }

  play(): void {
    if (this.timer !== undefined) return this.pause();
    if (this.shown === this.count) this.to(0);
    this.playing.setAttribute("aria-pressed", "true");
    this.playing.textContent = "Pause";
    this.played = this.store.opened;
    this.timer = window.setInterval(() => {
      this.by(1);
      if (this.shown === this.count) this.pause();
    }, PLAY_PAUSE);
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playing.setAttribute("aria-pressed", "false");
    this.playing.textContent = "Play";
  }

  /** The keys of the whole page; a shape that has the focus takes the arrows first. */
  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      // A field of text has an undo of its own.
      if (target.matches("textarea, input[type=text]")) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.store.redo();
      else this.store.undo();
      return;
    }
    if (target.matches("input, textarea, select")) return;
    const acts: Record<string, () => void> = {
      ArrowRight: () => this.by(1),
      ArrowLeft: () => this.by(-1),
      n: () => this.by(1),
      p: () => this.by(-1),
      Home: () => this.to(0),
      End: () => this.to(this.count),
      " ": () => this.play(),
    };
    const act = acts[event.key];
    if (!act || (event.key === " " && target.matches("button, a, [role=button]"))) return;
    event.preventDefault();
    act();
  }
}

/** The switch of numbers: single, double, exact. */
export function numbersSwitch(store: Store): { root: HTMLElement; update(): void } {
  const names: [Numbers, string][] = [
    ["f32", "f32"],
    ["f64", "f64"],
    ["exact", "exact"],
  ];
  const buttons = names.map(([numbers, name]) =>
    html("button", { type: "button", role: "radio", "data-numbers": numbers, click: () => choose(numbers) }, name),
  );
  function choose(numbers: Numbers): void {
    store.remember();
    store.look({ numbers });
  }
  const root = html("div", { class: "switch", role: "radiogroup", "aria-label": "Numbers" }, ...buttons);
  root.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const place = names.findIndex(([numbers]) => numbers === store.state.numbers);
    const next = (place + way + names.length) % names.length;
    choose(names[next]![0]);
    buttons[next]!.focus();
  });
  return {
    root,
    update() {
      names.forEach(([numbers], place) => {
        const on = store.state.numbers === numbers;
        buttons[place]!.setAttribute("aria-checked", String(on));
        buttons[place]!.tabIndex = on ? 0 : -1;
      });
    },
  };
}
