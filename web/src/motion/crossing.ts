// The ray in numbers and sentences: the edge of the step, entry and exit, the answer.

import { html } from "../dom.ts";
import { vector } from "../words.ts";
import { leftWords } from "./intervals.ts";
import type { Cut, Ray } from "./module.ts";
import { answerCard, term } from "./panel.ts";
import { rounded } from "./words.ts";

export function rayPanel(ray: Ray, shown: number): HTMLElement {
  return html("div", { class: "cards" }, stepCard(ray, shown), crossingCard(ray), answerCard(ray.answer, 0, verdict(ray)));
}

function stepCard(ray: Ray, shown: number): HTMLElement {
  const { cuts } = ray;
  const cut = cuts[shown - 1];
  if (!cut && shown > 0) return html("div", { class: "card" }, html("h3", {}, "After all edges"), html("p", { class: "stop", id: "stop" }, ending(ray)));
  if (!cut) {
    const none = ray.isPoint ? "The ray has no length, so no edge cuts it." : "A has no inside, so there are no edges to go through.";
    const words = cuts.length ? `A has ${cuts.length} edges. Each of them cuts a half of the line away. Step forward to see the first.` : `${none} The answer is beside.`;
    return html("div", { class: "card" }, html("h3", {}, "Before the first edge"), html("p", {}, words));
  }
  const left = leftWords(cut);
  return html(
    "div",
    { class: "card" },
    html("h3", {}, `Edge ${shown} of ${cuts.length}`),
    html("p", {}, way(cut)),
    html("p", { id: "left" }, `${left[0]!.toUpperCase()}${left.slice(1)}.`),
    html(
      "dl",
      {},
      ...term("Normal n", vector(cut.normal.map((value) => Number(value.toPrecision(4))))),
      ...term("Origin beyond the edge", rounded(cut.beyond, 4)),
      ...term("n · d", rounded(cut.outward, 4)),
    ),
  );
}

/** What an edge does to the line. */
function way({ outward, beyond, fraction, isEntry, isExit }: Cut): string {
  const at = rounded(fraction, 4);
  if (outward < 0) return `The ray goes inward here: it gets behind the edge at t = ${at}. What is before that is cut away.${isEntry ? "" : " Another edge has cut away more already."}`;
  if (outward > 0) return `The ray goes outward here: it is behind the edge up to t = ${at}. What is after that is cut away.${isExit ? "" : " Another edge has cut away more already."}`;
  return beyond > 0 ? "The ray runs beside this edge, and outside. All of it is cut away." : "The ray runs beside this edge, and behind it. Nothing is cut away.";
}

/** What the edges leave together, by the library's word. */
function ending({ answer, crossing }: Ray): string {
  if (!crossing) return "The edges leave nothing: the line misses A. The violet line proves it: A is on one side of it, the ray on the other.";
  if (crossing.exit.fraction < 0) return "What is left lies behind the origin: the ray goes away from A. The violet line has A on one side and the ray on the other.";
  if (crossing.entry.fraction > 1) return "What is left lies beyond the end of the ray: it stops before A. The violet line has A on one side and the ray on the other.";
  return answer.upper === 0 ? "What is left begins behind the origin: the ray starts inside A." : "What is left is in A: its beginning is the entry, its end the exit.";
}

const digits = (value: number) => String(value);

/** Entry and exit of the whole line with every digit, as the command prints them. */
function crossingCard({ crossing, parting, isPoint }: Ray): HTMLElement {
  const data = (name: string, value: string, key: string) => term(name, value, { "data-crossing": key });
  const bracket = (name: string, key: "entry" | "exit") => {
    const { fraction, lower, upper } = crossing![key];
    return [...data(name, digits(fraction), `${key}.fraction`), ...data("At least", digits(lower), `${key}.lower`), ...data("At most", digits(upper), `${key}.upper`)];
  };
  const apart = parting && parting.leastOfRay - parting.farthestOfShape;
  return html(
    "div",
    { class: "card", id: "crossing" },
    html("h3", {}, "The whole line"),
    html("p", {}, isPoint ? "A ray without length has no line." : crossing ? "The line goes on before the origin and beyond the end. It enters A and leaves it." : "The line goes on before the origin and beyond the end. It misses A."),
    crossing &&
      html("dl", {}, ...bracket("Entry", "entry"), ...bracket("Exit", "exit"), ...data("Normal at the entry", crossing.normal_in.map(digits).join(", "), "normal_in"), ...data("Normal at the exit", crossing.normal_out.map(digits).join(", "), "normal_out")),
    apart !== null && html("p", { class: "note", id: "parting" }, `The violet line proves the miss: A and the ray are ${rounded(apart)} apart across it.`),
  );
}

function verdict({ answer, crossing, isPoint }: Ray): string {
  if (answer.outcome === "near") return "Rounding leaves open whether the ray meets A.";
  if (answer.outcome === "hit") return answer.upper === 0 ? "The ray starts in A." : `The ray meets A at t = ${rounded(answer.fraction, 6)}.`;
  if (isPoint) return "The ray has no length, and it starts outside of A.";
  if (!crossing) return "The ray misses A, and so does its whole line.";
  return crossing.exit.fraction < 0 ? "The ray misses A: it goes away from A." : "The ray misses A: it ends before A.";
}
