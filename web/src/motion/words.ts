// A motion in words: moments in milliseconds, lengths in metres, steps in sentences.

import { type Course, RATE } from "../scene.ts";
import { number, vector } from "../words.ts";
import type { MotionAnswer, MotionStep } from "./module.ts";

/** A number of so many digits for reading. */
export const rounded = (value: number, digits = 3) => number(Number(value.toPrecision(digits))).replace(/\.?0+·/, "·");

/** A lower bound for reading: rounded down. */
export function atLeast(metres: number): string {
  if (!(metres > 0)) return "0 m";
  const unit = 10 ** (Math.floor(Math.log10(metres)) - 2);
  return length(Math.floor(metres / unit) * unit);
}

/** A moment for reading. */
export const time = (seconds: number) => `${rounded(1000 * seconds)} ms`;

/** A length for reading. */
export const length = (metres: number) => `${rounded(metres)} m`;

/** How long a direction is carried, beside the band. */
export function carriage({ carrier, start, end }: MotionStep & { kind: "proven" }, seconds: number): string {
  return `n ${CARRIED[carrier]} and carries ${span(start * seconds, end * seconds)}`;
}

/** From one moment to another; a short one by how long it is. */
function span(from: number, until: number): string {
  const [first, last] = [time(from), time(until)];
  return first === last ? `from ${first} on for ${time(until - from)}` : `from ${first} to ${last}`;
}

/** How often a motion is sampled. */
export const every = ({ rate = RATE }: Course) => `at 1/${rate} s`;

const CARRIED = { world: "stands still", a: "turns with A", b: "turns with B" };

/** What a step did, in sentences. */
export function story(step: MotionStep, next: MotionStep | undefined, seconds: number): string[] {
  if (step.kind === "look") {
    const what = step.distance > 0 ? `A and B are ${length(step.distance)} apart there` : "A and B have a common point there";
    const then = next?.kind === "proven" ? `The direction n between their nearest points is ${rough(step.normal)}. It is the next one to be carried.` : step.distance > 0 ? "" : "So contact begins at this moment or before it.";
    return [`A look at ${time(step.fraction * seconds)}: ${what}.`, then].filter(Boolean);
  }
  const [first, last] = step.separations;
  return [
    `Nothing touches ${span(step.start * seconds, step.end * seconds)}: that is proven. The direction n ${CARRIED[step.carrier]}. Across it there is a band between A and B, ${length(first)} wide at first and ${length(last)} at last.`,
    step.bend === 0 ? "Nothing turns, so between the ends the width lies on its chord." : `Between the ends the width lies above the green bow. It bends by M at most, ${rounded(step.bend)} m where t runs from 0 to 1 along the whole motion.`,
  ];
}

/** A direction in three digits. */
export function rough(point: number[]): string {
  return vector(point.map((value) => Number(value.toFixed(3)) || 0));
}

/** The answer in a sentence. */
export function verdict({ outcome, fraction, lower, upper }: MotionAnswer, seconds: number): string {
  switch (outcome) {
    case "clear":
      return "B passes: no moment of the motion has contact.";
    case "hit":
      return upper === 0 ? "A and B are in contact at the start." : `Contact begins at ${time(fraction * seconds)}.`;
    case "near":
      return `No contact before ${time(lower * seconds)}; up to ${time(upper * seconds)} rounding leaves it open.`;
  }
}

/** Why the search ended. */
export function ending({ outcome, lower, upper }: MotionAnswer, parts: number, seconds: number): string {
  if (outcome === "clear" && parts === 0) return "Stopped: nothing moves, so one look tells of all moments.";
  if (outcome === "clear") return "Stopped: the proven parts cover the whole motion.";
  if (outcome === "near") return "Stopped: rounding hides the gap from here on.";
  if (upper === 0) return "Stopped: A and B are in contact at the start.";
  return `Stopped: the parts cover all up to the contact, and a look just behind it proves that there is one. What is left open is ${time((upper - lower) * seconds)}.`;
}

/** What is known of a check that looks at samples only. */
export interface Sampled {
  /** The first sample with contact, counted from 0; none if all are apart. */
  first: number | null;
  count: number;
  isMissed: boolean;
}

export function sampledVerdict({ first, count, isMissed }: Sampled, overlap: number): string {
  if (isMissed) return `Missed: all ${count} samples are apart.`;
  if (first === null) return `All ${count} samples are apart, and this time that is true.`;
  return first === 0 ? "Seen at the start." : `Seen late: in sample ${first} B is ${length(overlap)} deep in A already.`;
}
