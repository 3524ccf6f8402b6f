// V-Clip, step by step: the two features, the line of a Voronoi region that tells, and where the walk goes.

import { find, html, svg } from "../dom.ts";
import type { Outline, Point } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard, sentence as lit } from "../panel.ts";
import type { Frame, Pair as At } from "../plane/frame.ts";
import { dot, label, line as segment, pixels } from "../plane/marks.ts";
import { cut, type HalfPlane, minus, through } from "../plane/regions.ts";
import { Predict } from "../predict.ts";
import type { Mark, MethodStep, Walk } from "../rivals/module.ts";
import type { State } from "../scene.ts";
import { cornerName, type Names, number } from "../words.ts";
import { type Beside, card, cornerAt, LessonStage, longLine, type Solved, table } from "./base.ts";

type Feature = Extract<Mark, { kind: "feature" }>;

export class WalkStage extends LessonStage {
  private readonly list: Beside = { root: html("div", { class: "picture listing" }), svg: svg("svg") };
  protected readonly setting = null;
  private readonly predict = new Predict("Which feature is next? Click a corner or an edge.");
  private walked: { of: Solved; walk: Walk } | undefined;

  protected beside(): [Beside, string] {
    return [this.list, "The walk"];
  }

  override get pictures() {
    return super.pictures.slice(0, 1);
  }

  protected override tools(): HTMLElement[] {
    this.predict.onToggle = () => this.draw();
    return [this.predict.root];
  }

  protected override letters(): Letter[] {
    return [["fa", "feature of A", "and its region"], ["fb", "feature of B", "and its region"], ["plane", "pink", "the border that tells"], ["next", "green", "the next feature"]];
  }

  protected paint(solved: Solved, _state: State, names: Names): void {
    if (this.walked?.of !== solved) this.walked = { of: solved, walk: solved.pair.walk() };
    const { walk } = this.walked;
    this.controls.update(walk.steps.length);
    const { shown } = this.controls;
    const step = walk.steps[shown - 1];
    const outlines = [solved.drawing.a, solved.drawing.b] as const;
    const frame = this.shapes.frame;
    const [back, front] = step ? this.marks(step, outlines) : [[], []];
    frame.back.replaceChildren(...back);
    frame.front.replaceChildren(...front);
    const words = (feature: Feature | undefined) => (feature ? featureName(names, feature) : "");
    this.list.root.replaceChildren(
      table(
        "The walk",
        "walk",
        ["Step", "of A", "of B", "Goes to"],
        walk.steps.slice(0, Math.max(shown, 0)).map((one, place) => {
          const [a, b, next] = featuresOf(one);
          return [String(place + 1), words(a), words(b), next ? words(next) : "the end"];
        }),
        walk.steps.map((_, place) => (place === shown - 1 ? "row-current" : undefined)),
      ),
    );
    this.list.root.scrollTop = this.list.root.scrollHeight;
    const [, , now] = step ? featuresOf(step) : [undefined, undefined, undefined];
    const following = walk.steps[shown];
    this.ask(following, outlines, names);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          step ? `Step ${shown} of ${walk.steps.length}` : "Before the first step",
          ...(step
            ? [html("p", {}, sentence(step)), now ? lit(`So the walk goes to the {next|${featureName(names, now)} of ${now.side === 0 ? "A" : "B"}}.`) : null, shown === walk.steps.length ? html("p", { class: "stop", id: "stop" }, ended(walk)) : null]
            : [html("p", {}, `The walk begins at the first corner of each shape and takes ${walk.steps.length} steps. Step forward, or press Predict and say where it goes.`)]),
        ),
        card(
          "V-Clip's answer",
          html("dl", {}, html("dt", {}, "Distance"), html("dd", { "data-walk": "distance" }, walk.ending.distance === null ? "none told" : String(walk.ending.distance)), html("dt", {}, "Steps"), html("dd", { "data-walk": "steps" }, String(walk.ending.steps))),
          html("p", { class: "note" }, "It is rounded and has no bounds. The solver's answer has them:"),
        ),
        answerCard(solved.answer, null, names),
      ),
    );
  }

  /** The regions under the shapes, and the features, the border and the next feature above them. */
  private marks(step: MethodStep, outlines: readonly [Outline, Outline]): [SVGElement[], SVGElement[]] {
    const frame = this.shapes.frame;
    const [a, b, next] = featuresOf(step);
    const regions = [a, b].flatMap((feature) => (feature ? [svg("path", { class: `feature-region of-${side(feature)}`, "data-name": `f${side(feature)}`, d: pixels(regionOf(frame, outlines[feature.side], feature.corners)) })] : []));
    const front = [a, b].flatMap((feature) => (feature ? [mark(frame, outlines[feature.side], feature, `feature of-${side(feature)}`, `f${side(feature)}`)] : []));
    for (const drawn of step.drawn) {
      if (drawn.kind === "plane") {
        const line = longLine(frame, drawn.at, [-drawn.normal[1]!, drawn.normal[0]!], "border-line");
        line.setAttribute("data-name", "plane");
        front.push(line);
      }
    }
    const points = step.drawn.flatMap((drawn) => (drawn.kind === "point" ? [drawn.at] : []));
    if (points.length === 2) {
      const [p, q] = points as [Point, Point];
      const middle = [0, 1].map((axis) => (p[axis]! + q[axis]!) / 2);
      front.push(segment(frame, p, q, "gap"), dot(frame, p, "witness"), dot(frame, q, "witness"), label(frame, middle, number(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!)), "gap-text", [0, -9]));
    }
    if (next) front.push(mark(frame, outlines[next.side], next, "feature next", "next"));
    return [regions, front];
  }

  /** In Predict a click on a feature is an answer; the step is shown after it. */
  private ask(following: MethodStep | undefined, outlines: readonly [Outline, Outline], names: Names): void {
    const frame = this.shapes.frame;
    const next = following && featuresOf(following)[2];
    if (!this.predict.isOn || !following) return this.predict.clear(frame);
    if (!next) return this.predict.clear(frame, "The next step is the end: these are the nearest features. Step forward.");
    const [a, b] = featuresOf(following);
    const choices = outlines.flatMap((outline, body) => {
      const corners = outline.core.flatMap(({ vertex }) => (vertex === null ? [] : [[vertex]]));
      const edges = corners.length > 1 ? corners.map(([from], place) => [from!, corners[(place + 1) % corners.length]![0]!]) : [];
      return [...edges, ...corners].map((one) => ({ side: body as 0 | 1, corners: one }));
    });
    this.predict.choose(
      frame,
      choices.map(({ side: body, corners }) => {
        const feature: Feature = { kind: "feature", side: body, corners };
        const [from, to] = [corners[0]!, corners.at(-1)!].map((index) => frame.px(cornerAt(outlines[body]!, index))) as [At, At];
        const isRight = body === next.side && same(corners, next.corners);
        const rightly = `${body === 0 ? "A" : "B"} goes to its ${featureName(names, next)}.`;
        return { from, to, words: `${featureName(names, feature)} of ${body === 0 ? "A" : "B"}`, isRight, told: isRight ? `Right: ${rightly}` : `Not this one. From ${a ? featureName(names, a) : ""} and ${b ? featureName(names, b) : ""} the other's region tells: ${next.side === 0 ? "A" : "B"} goes to its ${featureName(names, next)}.` };
      }),
      () => this.controls.by(1),
    );
  }
}

const side = (feature: Feature): "a" | "b" => (feature.side === 0 ? "a" : "b");

function same(left: number[], right: number[]): boolean {
  return left.length === right.length && left.every((value) => right.includes(value));
}

/** The features of A and of B, and the next one. */
function featuresOf({ drawn }: MethodStep): [Feature | undefined, Feature | undefined, Feature | undefined] {
  const features = drawn.filter((mark): mark is Feature => mark.kind === "feature");
  return [features[0], features[1], features[2]];
}

function featureName(names: Names, { side: body, corners }: Feature): string {
  const kind = corners.length === 1 ? "corner" : "edge";
  return `${kind} ${corners.map((corner) => cornerName(names, body, corner)).join(" ")}`;
}

function sentence({ name }: MethodStep): string {
  const text = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("vertex", "corner");
  return `${text.replace(/^Vertex/, "Corner").replace(": ", ". ").replace(/\. (.)/, (_, letter: string) => `. ${letter.toUpperCase()}`)}.`;
}

function ended({ ending }: Walk): string {
  if (ending.endless) return "Stopped at the limit of steps: the walk goes in circles, and it has no answer.";
  return ending.verdict === "meet" ? "Stopped: the shapes have a common point." : "Stopped: the nearest point of each feature lies in the region of the other. No other pair of features is nearer.";
}

function mark(frame: Frame, outline: Outline, { corners }: Feature, name: string, key: string): SVGElement {
  const points = corners.map((corner) => cornerAt(outline, corner));
  const [x, y] = frame.px(points[0]!);
  if (points.length === 1) return svg("circle", { class: name, "data-name": key, cx: x, cy: y, r: 9 });
  const [u, v] = frame.px(points[1]!);
  return svg("line", { class: name, "data-name": key, x1: x, y1: y, x2: u, y2: v });
}

/** The Voronoi region of a corner or an edge of a convex polygon, cut out of the picture, in pixels. */
function regionOf(frame: Frame, { core }: Outline, corners: number[]): At[] {
  const points = core.map(({ point }) => frame.px(point));
  const place = (corner: number) => core.findIndex(({ vertex }) => vertex === corner);
  const at = (index: number) => points[(index + points.length) % points.length]!;
  const planes: HalfPlane[] = [];
  if (corners.length === 1) {
    const index = place(corners[0]!);
    for (const other of [at(index - 1), at(index + 1)]) if (other !== at(index)) planes.push(through(at(index), minus(at(index), other)));
  } else {
    const [first, second] = corners.map(place) as [number, number];
    const from = (first + 1) % points.length === second ? first : second;
    const [p, q] = [at(from), at(from + 1)];
    const along = minus(q, p);
    // The corners go counter-clockwise in the world, and the screen's second axis points down.
    planes.push(through(p, along), through(q, [-along[0], -along[1]]), through(p, [-along[1], along[0]]));
  }
  return planes.reduce(cut, frame.pane());
}
