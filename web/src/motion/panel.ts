// The motion in numbers and sentences: two checks side by side, the step, the moment, the answer.

import { html } from "../dom.ts";
import { number } from "../words.ts";
import type { Carried, Moment, MotionAnswer, MotionStep } from "./module.ts";
import { atLeast, ending, length, rough, rounded, type Sampled, sampledVerdict, story, time, verdict } from "./words.ts";

export interface FlightTold {
  steps: MotionStep[];
  shown: number;
  answer: MotionAnswer;
  samples: Moment[];
  sampled: Sampled;
  now: Moment;
  band: Carried | undefined;
  seconds: number;
  /** How often samples are. */
  every: string;
}

export function flightPanel(told: FlightTold): HTMLElement {
  return html("div", { class: "cards" }, stepCard(told), momentCard(told), answerCard(told.answer, told.steps.length, verdict(told.answer, told.seconds)), checksCard(told));
}

/** A term and what it is. */
export function term(name: string, value: string, data: Record<string, string> = {}): [HTMLElement, HTMLElement] {
  return [html("dt", {}, name), html("dd", data, value)];
}

function stepCard({ steps, shown, seconds, answer }: FlightTold): HTMLElement {
  const step = steps[shown - 1];
  if (!step) {
    const words = steps.length ? `The proof will take ${steps.length} steps: looks at one moment, and parts of the motion that are proven. Step forward to see the first.` : "Nothing needs to be searched.";
    return html("div", { class: "card" }, html("h3", {}, "Before the first step"), html("p", {}, words));
  }
  const kind = step.kind === "look" ? "a look" : "a proven part";
  return html(
    "div",
    { class: "card" },
    html("h3", {}, `Step ${shown} of ${steps.length}, ${kind}`),
    ...story(step, steps[shown], seconds).map((sentence) => html("p", {}, sentence)),
    shown === steps.length && html("p", { class: "stop", id: "stop" }, ending(answer, steps.filter(({ kind }) => kind === "proven").length, seconds)),
  );
}

function momentCard({ now, band, seconds }: FlightTold): HTMLElement {
  const proven = band ? `at least ${atLeast(band.proven)}, the height of the bow` : "nothing yet";
  return html(
    "div",
    { class: "card", id: "moment" },
    html("h3", {}, `The moment ${time(now.fraction * seconds)}`),
    html(
      "dl",
      {},
      ...term("Clearance", `${number(now.distance)} m`, { "data-moment": "distance" }),
      ...(band ? [...term("Direction n", rough(band.normal)), ...term("Green band", `${length(Math.max(0, band.separation))} wide`, { "data-moment": "band" })] : []),
      ...term("Proven", proven, { "data-moment": "proven" }),
    ),
  );
}

const digits = (value: number) => String(value);

/** The answer with every digit, as the command prints it. */
export function answerCard(answer: MotionAnswer, steps: number, words: string): HTMLElement {
  const data = (name: string, value: string, key: string) => term(name, value, { "data-answer": key });
  const { contact } = answer;
  return html(
    "div",
    { class: "card", id: "answer" },
    html("h3", {}, "The answer"),
    html("p", { class: "verdict", id: "verdict" }, words),
    html(
      "dl",
      {},
      ...data("Outcome", answer.outcome, "outcome"),
      ...data("Fraction", digits(answer.fraction), "fraction"),
      ...data("Lower", digits(answer.lower), "lower"),
      ...data("Upper", digits(answer.upper), "upper"),
      ...data("Point of A", contact.point_a.map(digits).join(", "), "point_a"),
      ...data("Point of B", contact.point_b.map(digits).join(", "), "point_b"),
      ...data("Normal", contact.normal.map(digits).join(", "), "normal"),
      ...data("Queries at rest", digits(answer.iterations), "iterations"),
    ),
    html("p", { class: "note" }, answer.outcome === "hit" ? `The bracket of the fraction is ${rounded(answer.upper - answer.lower, 2)} wide, rounding included. The points are those at its lower end.` : steps ? "Rounding is included: no contact means none." : null),
  );
}

/** The two checks of the same motion. */
function checksCard({ samples, sampled, answer, steps, seconds, every }: FlightTold): HTMLElement {
  const looks = steps.filter(({ kind }) => kind === "look").length;
  const parts = steps.length - looks;
  const overlap = -(samples[sampled.first ?? 0]?.distance ?? 0);
  const row = (name: string, kind: string, asked: string, words: string, right: boolean) =>
    html("tr", {}, html("td", {}, html("span", { class: `key ${kind}`, "aria-hidden": "true" }), name), html("td", {}, asked), html("td", { class: right ? "right" : "wrong", id: `${kind}-verdict` }, words));
  return html(
    "div",
    { class: "card wide", id: "checks" },
    html("h3", {}, "Two checks of one motion"),
    html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Two checks of one motion" },
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ...["Check", "Distances asked", "Finds"].map((name) => html("th", { scope: "col" }, name)))),
        html(
          "tbody",
          {},
          row(`samples ${every}`, "sampled", String(samples.length), sampledVerdict(sampled, overlap), !sampled.isMissed && (sampled.first === null || sampled.first === 0)),
          row("every moment", "proof", `${looks}, and ${parts} proven ${parts === 1 ? "part" : "parts"}`, `${verdict(answer, seconds)}${answer.outcome === "hit" && answer.upper > 0 ? " Before it: none, proven." : ""}`, answer.outcome !== "near"),
        ),
      ),
    ),
  );
}
