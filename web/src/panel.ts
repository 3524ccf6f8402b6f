// The step in numbers and in words: the sentence, the weights, the closing bounds, the answer.

import type { Answer, Bounds, Step, Steps } from "./engine.ts";
import { html, svg } from "./dom.ts";
import { counts, litOf, type Names, number, phase, region, stopReason, story, vector, verdict, vertexName } from "./words.ts";

export function panel(dim: number, steps: Steps, shown: number, answer: Answer, names: Names, exhibit: HTMLElement | null = null): HTMLElement {
  return html(
    "div",
    { class: "cards" },
    shown > 0 && steps.length ? stepCard(dim, steps, shown, names) : beginning(steps),
    boundsCard(steps, shown, answer),
    answerCard(answer, steps, names),
    exhibit,
  );
}

function beginning(steps: Steps): HTMLElement {
  return html(
    "div",
    { class: "card" },
    html("h3", {}, "Before the first step"),
    html("p", {}, steps.length ? `The search will take ${steps.length} ${steps.length === 1 ? "step" : "steps"}. Step forward to see the first.` : "Nothing needs to be searched."),
  );
}

function stepCard(dim: number, steps: Steps, shown: number, names: Names): HTMLElement {
  const step = steps.at(shown - 1)!;
  const stop = stopReason(steps, shown - 1, dim);
  return html(
    "div",
    { class: "card" },
    html("h3", {}, `Step ${shown} of ${steps.length}, ${phase(step)}`),
    ...story(steps, shown - 1, dim, names).map(sentence),
    stop && html("p", { class: "stop", id: "stop" }, stop),
    html(
      "dl",
      {},
      ...lit("d", term("Search direction d", vector(step.direction))),
      ...lit("s", term("Support point s", `${vertexName(step.vertex, names)} = ${vector(step.vertex.point)}`)),
      ...lit("region", term("Origin", region(step, dim, names))),
    ),
    html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The simplex" }, weights(step, names)),
  );
}

function weights(step: Step, names: Names): HTMLElement {
  return html(
    "table",
    { id: "simplex" },
    html("thead", {}, html("tr", {}, ...["Simplex", "Point", "Barycentric weight"].map((name) => html("th", { scope: "col" }, name)))),
    html(
      "tbody",
      {},
      ...step.simplex.map((vertex) =>
        html(
          "tr",
          {},
          html("td", {}, vertexName(vertex, names)),
          html("td", {}, vector(vertex.point)),
          html("td", {}, html("span", { class: "weight", style: `width:${(vertex.weight * 4).toFixed(2)}rem` }), number(vertex.weight)),
        ),
      ),
    ),
  );
}

/** A sentence; `{name|words}` in it are words that light with all that bears the name. */
export function sentence(text: string): HTMLElement {
  const parts = text.split(/\{([^{}|]*\|[^{}]*)\}/);
  return html("p", {}, ...parts.map((part, place) => (place % 2 === 0 ? part : html("b", { "data-name": part.slice(0, part.indexOf("|")) }, part.slice(part.indexOf("|") + 1)))));
}

/** A term and its value under one name that lights. */
function lit(name: string, parts: HTMLElement[]): HTMLElement[] {
  for (const part of parts) part.dataset.name = name;
  return parts;
}

export function term(name: string, value: string, key?: string): [HTMLElement, HTMLElement] {
  return [html("dt", {}, name), html("dd", { "data-bound": key }, value)];
}

function boundsCard(steps: Steps, shown: number, answer: Answer): HTMLElement {
  const radius = answer.radius_a + answer.radius_b;
  const bounds = steps.bounds[shown - 1];
  const last = shown === steps.length;
  const lower = last ? answer.lower : bounds ? shifted(bounds.lower, radius) : null;
  const upper = last ? answer.upper : bounds ? shifted(bounds.upper, radius) : null;
  const unknown = !last && !bounds;
  return html(
    "div",
    { class: "card", id: "bounds" },
    html("h3", {}, "Bounds of the signed distance"),
    closing(steps.bounds, radius, lower, upper),
    html(
      "dl",
      {},
      ...lit("least", term("At least", unknown ? "unknown yet" : lower === null ? "−∞" : number(lower), "least")),
      ...lit("most", term("At most", unknown ? "unknown yet" : number(upper), "most")),
      ...term("Gap", lower === null || upper === null ? "unknown yet" : number(upper - lower)),
    ),
    radius > 0 && !last && !unknown && html("p", { class: "note" }, `The pictures of the steps measure the cores. The radii, ${number(radius)} together, are taken off here.`),
    chart(steps.bounds, shown, radius),
  );
}

function shifted(bound: number | null, radius: number): number | null {
  return bound === null ? null : bound - radius;
}

/** The range that the bounds of all steps span, with a little room; zero only where it lies between them. */
function range(steps: Bounds[], radius: number): [number, number] {
  const values = steps.flatMap((step) => [step.lower, step.upper]).filter((value): value is number => value !== null);
  const [least, most] = [Math.min(...values) - radius, Math.max(...values) - radius];
  if (!(most > least)) return Number.isFinite(most) ? [Math.min(most, 0), Math.max(most, 0) || 1] : [0, 1];
  const room = (most - least) * 0.06;
  return [least - room, most + room];
}

/** The closing bar: what the bounds have ruled out, and the part of the line that is left. */
function closing(steps: Bounds[], radius: number, lower: number | null, upper: number | null): SVGElement {
  const [least, most] = range(steps, radius);
  const place = (value: number) => 6 + (288 * (value - least)) / (most - least);
  const [from, to] = [lower === null ? 6 : place(Math.max(lower, least)), upper === null ? 294 : place(Math.min(upper, most))];
  const said = lower === null || upper === null ? "The bounds are not known yet" : `The distance lies between ${number(lower)} and ${number(upper)}`;
  return svg(
    "svg",
    { class: "closing", viewBox: "0 0 300 40", role: "img", "aria-label": said, id: "closing" },
    svg("line", { x1: 6, x2: 294, y1: 18, y2: 18, stroke: "var(--axis)", "stroke-width": 2 }),
    ...ticks(least, most).flatMap((tick) => [
      svg("line", { x1: place(tick), x2: place(tick), y1: 13, y2: 23, stroke: "var(--axis)", "stroke-width": 1 }),
      svg("text", { x: place(tick), y: 38, class: "tick", "text-anchor": "middle" }, number(Number(tick.toPrecision(12)))),
    ]),
    svg("rect", { x: from, y: 14, width: Math.max(2, to - from), height: 8, rx: 2, fill: "var(--new)", "fill-opacity": 0.35 }),
    svg("path", { "data-name": "least", d: `M${from} 8V28M${from} 8h5M${from} 28h5`, stroke: "var(--new)", "stroke-width": 2, fill: "none" }),
    svg("path", { "data-name": "most", d: `M${to} 8V28M${to} 8h-5M${to} 28h-5`, stroke: "var(--way)", "stroke-width": 2, fill: "none" }),
  );
}

/** A few round numbers in a range. */
export function ticks(least: number, most: number): number[] {
  const power = 10 ** Math.floor(Math.log10((most - least) / 3));
  const pace = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => (most - least) / candidate <= 4) ?? power;
  const first = Math.ceil(least / pace);
  return Array.from({ length: Math.max(0, Math.floor(most / pace) - first + 1) }, (_, place) => (first + place) * pace);
}

/** Both bounds, step by step. */
function chart(steps: Bounds[], shown: number, radius: number): SVGElement | null {
  if (steps.length < 2) return null;
  const [least, most] = range(steps, radius);
  const x = (place: number) => 12 + (276 * place) / (steps.length - 1);
  const y = (value: number) => 96 - (86 * (value - least)) / (most - least);
  const curve = (key: "lower" | "upper") =>
    steps.map((step, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y((step[key] ?? (key === "lower" ? least : most) + radius) - radius).toFixed(1)}`).join("");
  const back = steps.map((_, place) => steps.length - 1 - place);
  const between = curve("lower") + back.map((place) => `L${x(place).toFixed(1)} ${y((steps[place]!.upper ?? most + radius) - radius).toFixed(1)}`).join("") + "Z";
  return svg(
    "svg",
    { class: "chart", viewBox: "0 0 300 112", role: "img", "aria-label": "Lower and upper bound, step by step" },
    least <= 0 && most >= 0 ? svg("line", { class: "axis", x1: 12, x2: 288, y1: y(0), y2: y(0) }) : null,
    shown > 0 ? svg("line", { x1: x(shown - 1), x2: x(shown - 1), y1: 4, y2: 100, stroke: "var(--ink)", "stroke-width": 1, "stroke-dasharray": "2 3" }) : null,
    svg("path", { d: between, fill: "var(--new)", "fill-opacity": 0.12 }),
    svg("path", { "data-name": "most", d: curve("upper"), fill: "none", stroke: "var(--way)", "stroke-width": 1.8 }),
    svg("path", { "data-name": "least", d: curve("lower"), fill: "none", stroke: "var(--new)", "stroke-width": 1.8 }),
    ...steps.flatMap((step, place) => [
      step.upper === null ? null : svg("circle", { cx: x(place), cy: y(step.upper - radius), r: 2.8, fill: "var(--way)" }),
      step.lower === null ? null : svg("rect", { x: x(place) - 2.5, y: y(step.lower - radius) - 2.5, width: 5, height: 5, fill: "var(--new)" }),
    ]),
    svg("text", { x: 288, y: 110, class: "tick", "text-anchor": "end" }, `step ${steps.length}`),
    svg("text", { x: 12, y: 110, class: "tick" }, "step 1"),
  );
}

/** The answer with every digit, as the command prints it. */
export function answerCard(answer: Answer, steps: Steps | null, names: Names): HTMLElement {
  const note = steps && counts(steps, answer);
  const digits = (value: number | null) => (value === null ? "null" : String(value));
  const data = (name: string, value: string, key: string) => [html("dt", {}, name), html("dd", { "data-answer": key }, value)];
  return html(
    "div",
    { class: "card", id: "answer" },
    html("h3", {}, "The answer"),
    html("p", { class: "verdict" }, verdict(answer, names)),
    html(
      "dl",
      {},
      ...data("Status", answer.status, "status"),
      ...data("Distance", digits(answer.distance), "distance"),
      ...data("Lower", digits(answer.lower), "lower"),
      ...data("Upper", digits(answer.upper), "upper"),
      ...lit(litOf(names).nearest[0], data(`Point of ${names.bodies[0]}`, answer.point_a.map(digits).join(", "), "point_a")),
      ...lit(litOf(names).nearest[1], data(`Point of ${names.bodies[1]}`, answer.point_b.map(digits).join(", "), "point_b")),
      ...data("Normal", answer.normal.map(digits).join(", "), "normal"),
      ...data("Support points", digits(answer.iterations), "iterations"),
    ),
    note && html("p", { class: "note", id: "counts" }, note),
  );
}
