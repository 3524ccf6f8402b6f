// A body that flies past another one: every moment, and beside it what samples see; the clearance over time; the timeline.

import type { Controls } from "../controls.ts";
import { find, html, svg } from "../dom.ts";
import type { Point } from "../engine.ts";
import { type Picture, pngOf, svgText } from "../export.ts";
import { Frame, type Pair } from "../plane/frame.ts";
import { arrow, arrowLabel, dot, label, line as segment, wall } from "../plane/marks.ts";
import { moved, pose, RATE, type State, tidy, turned } from "../scene.ts";
import type { Store } from "../store.ts";
import { Bodies, middle, placed } from "./bodies.ts";
import { Chart, type ChartView } from "./chart.ts";
import { type Carried, load, type Moment, type MotionStep } from "./module.ts";
import { flightPanel } from "./panel.ts";
import { Sliders } from "./sliders.ts";
import { even, isOf, lensWindow, parts, type Solved, solved } from "./solved.ts";
import { number } from "../words.ts";
import { carriage, every, length, rounded, type Sampled, time } from "./words.ts";

/** One press of an arrow, and with Shift, in pixels. */
const NUDGE = 12;
const FINE = 1;
const TURN = Math.PI / 24;

/** The clearance under the lens is drawn through so many moments. */
const LENS = 64;

/** More samples than this are drawn without numbers. */
const NUMBERED = 16;

/** How long a played motion takes, in milliseconds. */
const PLAYED = 5000;

export class FlightStage {
  private readonly frames: [Frame, Frame];
  private readonly bodies: Bodies;
  private readonly chart: Chart;
  private readonly lens = new Chart();
  private readonly lensName = html("span", { id: "lens-name" });
  private readonly lensFigure = html("figure", { class: "lens" }, html("figcaption", {}, this.lensName), this.lens.root);
  private readonly sliders: Sliders;
  private readonly timeline = html("input", { type: "range", min: 0, max: 1, step: 0.001, id: "timeline", "aria-label": "Moment of the motion" });
  private readonly sampledName = html("span");
  private readonly fly = html("button", { type: "button", id: "fly", "aria-pressed": "false" }, "Let it fly");
  private solved: Solved | undefined;
  /** The opened scene that the cameras were set for. */
  private fitted: number | undefined;
  private flying: number | undefined;

  static async create(store: Store, controls: Controls): Promise<FlightStage> {
    await load();
    return new FlightStage(store, controls);
  }

  private constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    const redraw = () => void (this.root.isConnected && this.draw());
    this.frames = [new Frame("Every moment", redraw), new Frame("Samples", redraw)];
    this.bodies = new Bodies(this.frames[0], {
      pick: (place) => store.pick(place),
      begin: () => this.begin(),
      move: (place, by) => this.move(place, by),
      key: (place, event) => this.key(place, event),
    });
    this.chart = new Chart((fraction) => this.look(fraction));
    this.sliders = new Sliders(store);
    this.timeline.addEventListener("input", () => this.look(Number(this.timeline.value)));
    this.fly.addEventListener("click", () => this.play());
  }

  private readonly root = html("div", { class: "moving flight" });

  get views(): Frame[] {
    return this.frames;
  }

  get pictures(): Picture[] {
    const drawn: [string, SVGSVGElement][] = [["motion", this.frames[0].svg], ["samples", this.frames[1].svg], ["clearance", this.chart.svg]];
    return drawn.map(([name, svg]) => ({ name, svg: () => svgText(svg), png: () => pngOf(svg) }));
  }

  mount(): void {
    this.fitted = undefined;
    this.root.replaceChildren(
      html("div", { class: "bar", role: "group", "aria-label": "The motion" }, ...this.sliders.nodes, html("span", { class: "gap" }), this.fly),
      html(
        "div",
        { class: "pictures" },
        html("figure", {}, html("figcaption", {}, "Every moment"), this.frames[0].root),
        html("figure", {}, html("figcaption", {}, this.sampledName, this.sliders.rate), this.frames[1].root),
      ),
      html(
        "div",
        { class: "pictures over" },
        html(
          "figure",
          {},
          html("figcaption", {}, "The clearance over time", legend()),
          this.chart.root,
          html("div", { class: "timeline" }, this.timeline),
        ),
        this.lensFigure,
      ),
      this.controls.root,
    );
    find("#pictures").replaceChildren(this.root);
  }

  draw(): void {
    const { state } = this.store;
    const found = this.solve(state);
    const { flight, motion } = found;
    this.controls.update(flight.steps.length);
    const { shown } = this.controls;
    const step = flight.steps[shown - 1];
    const fraction = state.at ?? momentOf(step);
    const now = flight.at([fraction])[0]!;
    const place = partAt(flight.steps, shown, fraction);
    const band = place === undefined ? undefined : flight.carried(place, [fraction])[0];
    this.sliders.update(state);
    this.timeline.value = String(fraction);
    this.timeline.setAttribute("aria-valuetext", `${time(fraction * motion.seconds)}: ${now.distance > 0 ? `${length(now.distance)} apart` : "in contact"}`);
    this.camera(found);
    this.drawMotion(state, found, now, band, place === undefined ? step : flight.steps[place]);
    this.drawSamples(found, now);
    const looks = flight.steps.slice(0, shown).filter((one) => one.kind === "look");
    const view = (window: [number, number], curve: Moment[]): ChartView => ({
      window,
      curve,
      samples: found.samples,
      parts: parts(found, shown).filter(({ bow }) => bow.at(-1)!.fraction > window[0] && bow[0]!.fraction < window[1]),
      looks,
      carried: step?.kind === "proven" ? flight.carried(shown - 1, curve.map((moment) => moment.fraction)) : [],
      current: step?.kind === "look" ? looks.length - 1 : null,
      now,
      band,
      answer: shown === flight.steps.length ? flight.answer : null,
      seconds: motion.seconds,
      rate: motion.rate ?? RATE,
    });
    this.sampledName.textContent = `The same motion, sampled ${every(motion)}`;
    this.chart.draw(view([0, 1], found.curve));
    const window = lensWindow(flight, shown);
    this.lensFigure.hidden = window === null;
    if (window) {
      this.lensName.textContent = `Magnified ${magnified(1 / (window[1] - window[0]))} times`;
      this.lens.draw(view(window, flight.at(even(window, LENS))));
    }
    find("#panel").replaceChildren(
      flightPanel({ steps: flight.steps, shown, answer: flight.answer, samples: found.samples, sampled: found.sampled, now, band, seconds: motion.seconds, every: every(motion) }),
    );
  }

  private solve(state: State): Solved {
    if (this.solved && isOf(this.solved, state)) return this.solved;
    const before = this.solved;
    this.solved = solved(state);
    before?.flight.free();
    return this.solved;
  }

  /** B at the moment, its way, the band between A and B, and the nearest points. `step` is the one that tells of the moment. */
  private drawMotion(state: State, solved: Solved, now: Moment, band: Carried | undefined, step: MotionStep | undefined): void {
    const { corners: [ofA, ofB], contact, ghosts, motion } = solved;
    const [frame] = this.frames;
    frame.drawGrid();
    const isBeyond = contact !== null && now.fraction > contact.fraction;
    const here = isBeyond ? contact : now;
    const words = (place: number, what: string) => `Shape ${what}: ${state.shapes[place]!.name}. Arrows move ${what === "B" ? "its start" : "it"}, Q and E turn it.`;
    const [placeOfA, placeOfB] = state.pair;
    const drawn = [];
    drawn[placeOfA] = { corners: ofA, role: "a" as const, letter: "A", words: words(placeOfA, "A") };
    drawn[placeOfB] = { corners: placed(ofB, here.pose), role: "b" as const, letter: "B", words: words(placeOfB, "B") };
    this.bodies.draw(drawn);
    const isReached = (moment: Moment) => contact === null || moment.fraction <= contact.fraction;
    frame.back.replaceChildren(
      ...ghosts.map((moment) => svg("path", { class: `ghost${isReached(moment) ? "" : " beyond"}`, d: frame.path(placed(ofB, moment.pose)) })),
      ...(isBeyond ? [svg("path", { class: "unreached", d: frame.path(placed(ofB, now.pose)) })] : []),
      ...(band ? bandMarks(frame, band) : []),
    );
    const gap = isBeyond ? null : now;
    frame.front.replaceChildren(
      ...(gap && gap.distance > 0 ? gapMarks(frame, gap) : []),
      ...(step?.kind === "look" && step.fraction === now.fraction && gap && gap.distance > 0 ? [arrow(frame, now.point_a, step.normal, 46), arrowLabel(frame, now.point_a, step.normal, 46, "n")] : []),
      ...(step?.kind === "proven" ? [svg("text", { class: "halo band-text", x: 12, y: 24 }, carriage(step, motion.seconds))] : []),
      ...(contact && !gap ? [dot(frame, contact.point_a, "witness"), label(frame, contact.point_a, `contact, ${time(contact.fraction * motion.seconds)}`, "hit-text", [12, -12])] : []),
    );
  }

  /** B at the samples alone. The last one before the moment is filled: that is what a program draws. */
  private drawSamples({ corners: [ofA, ofB], samples, sampled }: Solved, now: Moment): void {
    const [, frame] = this.frames;
    frame.drawGrid();
    const last = samples.findLastIndex(({ fraction }) => fraction <= now.fraction + 1e-9);
    frame.back.replaceChildren(
      svg("path", { class: "still of-a", d: frame.path(ofA) }),
      ...samples.map((moment, place) => svg("path", { class: `sampled of-b${place === last ? " last" : ""}`, d: frame.path(placed(ofB, moment.pose)) })),
    );
    frame.front.replaceChildren(
      ...samples.flatMap((moment, place) => {
        const at = middle(placed(ofB, moment.pose));
        const mark = samples.length <= NUMBERED ? [label(frame, at, String(place), "sample-number", [0, 5])] : [];
        return moment.distance > 0 ? [segment(frame, moment.point_a, moment.point_b, "gap faint"), ...mark] : mark;
      }),
      svg("text", { class: `halo samples-verdict ${sampled.isMissed ? "is-missed" : ""}`, x: 12, y: 24 }, verdictWord(sampled)),
    );
  }

  /** A scene that was just opened is shown whole; then the camera stays. */
  private camera({ corners: [ofA, ofB], ghosts }: Solved): void {
    const points = [...ofA, ...ghosts.flatMap((moment) => placed(ofB, moment.pose))] as Pair[];
    for (const frame of this.frames) {
      if (this.fitted === this.store.opened) frame.remember(points);
      else frame.fit(points);
    }
    this.fitted = this.store.opened;
  }

  private look(fraction: number): void {
    this.stop();
    this.store.moment(fraction);
  }

  private begin(): void {
    this.stop();
    this.store.remember();
  }

  /** Moves a body; of B its whole way. */
  private move(place: number, by: Pair): void {
    const { shapes, pair, motion } = this.store.state;
    const moves = place === pair[1];
    this.store.alter({
      shapes: shapes.map((shape, other) => (other === place ? moved(shape, 2, by) : shape)),
      ...(moves ? { motion: { ...motion!, center: motion!.center.map((value, axis) => tidy(value + by[axis]!)) } } : {}),
    });
  }

  private turn(place: number, angle: number): void {
    const { shapes, pair, motion } = this.store.state;
    const about = place === pair[1] ? motion!.center : pose(shapes[place]!, 2).translation;
    this.store.alter({ shapes: shapes.map((shape, other) => (other === place ? turned(shape, angle, about) : shape)) });
  }

  private key(place: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const reach = this.frames[0].unit(event.shiftKey ? FINE : NUDGE);
    const turn = event.shiftKey ? TURN / 10 : TURN;
    const move = (x: number, y: number) => () => this.move(place, [x * reach, y * reach]);
    const acts: Record<string, () => void> = {
      ArrowRight: move(1, 0),
      ArrowLeft: move(-1, 0),
      ArrowUp: move(0, 1),
      ArrowDown: move(0, -1),
      q: () => this.turn(place, turn),
      e: () => this.turn(place, -turn),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) this.begin();
    act();
  }

  /** Runs through the motion, slowly. */
  private play(): void {
    if (this.flying !== undefined) return this.stop();
    const { opened, state } = this.store;
    const [from, begun] = [(state.at ?? 0) < 1 ? (state.at ?? 0) : 0, performance.now()];
    this.fly.setAttribute("aria-pressed", "true");
    const frame = (now: number) => {
      const fraction = Math.min(1, from + (now - begun) / PLAYED);
      if (this.store.opened !== opened || !this.root.isConnected) return this.stop();
      this.store.moment(Math.max(0, fraction));
      if (fraction < 1) this.flying = requestAnimationFrame(frame);
      else this.stop();
    };
    this.flying = requestAnimationFrame(frame);
  }

  private stop(): void {
    if (this.flying !== undefined) cancelAnimationFrame(this.flying);
    this.flying = undefined;
    this.fly.setAttribute("aria-pressed", "false");
  }
}

/** How many times larger, in one digit. */
function magnified(factor: number): string {
  const power = 10 ** Math.floor(Math.log10(factor));
  return number(Math.round(factor / power) * power);
}

/** The moment that a step is about: where it looks, or where its direction is carried no farther. */
function momentOf(step: MotionStep | undefined): number {
  return step === undefined ? 0 : step.kind === "look" ? Math.max(0, step.fraction) : step.end;
}

/** The proven part of the steps that are shown that holds a fraction: the last one of two that share an end. */
function partAt(steps: MotionStep[], shown: number, fraction: number): number | undefined {
  const own = steps[shown - 1];
  if (own?.kind === "proven" && own.start <= fraction && fraction <= own.end) return shown - 1;
  const place = steps.findLastIndex((step, index) => index < shown && step.kind === "proven" && step.start <= fraction && fraction <= step.end);
  return place < 0 ? undefined : place;
}

/** The band across a direction in which neither body is. */
function bandMarks(frame: Frame, { normal: [x, y], farthestOfA, leastOfB }: Carried): SVGElement[] {
  const reach = frame.unit(2000);
  const at = (along: number, across: number): Point => [along * x! - across * y!, along * y! + across * x!];
  const edge = (along: number) => wall(frame, at(along, 0), [x!, y!], "band-edge");
  if (!(leastOfB > farthestOfA)) return [edge((farthestOfA + leastOfB) / 2)];
  const [a, b] = [farthestOfA, leastOfB];
  return [svg("path", { class: "band", d: frame.path([at(a, -reach), at(a, reach), at(b, reach), at(b, -reach)]) }), edge(a), edge(b)];
}

function gapMarks(frame: Frame, { point_a, point_b, distance }: Moment): SVGElement[] {
  const flat = Math.abs(point_b[0]! - point_a[0]!) > Math.abs(point_b[1]! - point_a[1]!);
  const half = [0, 1].map((axis) => (point_a[axis]! + point_b[axis]!) / 2);
  const nodes = [segment(frame, point_a, point_b, "gap"), dot(frame, point_a, "witness"), dot(frame, point_b, "witness")];
  return frame.length(distance) > 26 ? [...nodes, label(frame, half, length(distance), "gap-text", flat ? [0, -9] : [9, 4])] : nodes;
}

function verdictWord({ first, isMissed }: Sampled): string {
  if (isMissed) return "missed";
  return first === null ? "no contact seen" : first === 0 ? "seen at the start" : `seen late, in sample ${rounded(first)}`;
}

/** What the marks of the chart are. */
function legend(): HTMLElement {
  const entry = (kind: string, text: string) => html("span", {}, html("span", { class: `key ${kind}`, "aria-hidden": "true" }), text);
  return html("span", { class: "legend" }, entry("true", "clearance"), entry("proof", "proven"), entry("sampled", "samples"));
}
