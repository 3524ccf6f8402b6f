// What the pictures of a flight need, found once for a motion: the search, the clearance along it, and its samples.

import { outlines, type Point } from "../engine.ts";
import { type Course, line, pose, RATE, type Shape, type State } from "../scene.ts";
import type { Part } from "./chart.ts";
import { type Carried, Flight, type Moment } from "./module.ts";
import type { Sampled } from "./words.ts";

/** The clearance is drawn through so many moments, and a bow through so many. */
const CURVE = 240;
const BOW = 32;

/** So many places of B show its way. */
const GHOSTS = 24;

/** A part of the motion that is narrower than this is shown through a lens, too. */
const NARROW = 0.04;

/** All that steps and moments do not change. */
export interface Solved {
  shapes: Shape[];
  pair: [number, number];
  motion: Course;
  flight: Flight;
  curve: Moment[];
  ghosts: Moment[];
  samples: Moment[];
  contact: Moment | null;
  sampled: Sampled;
  /** The corners of A in the world, and those of B in its own frame. */
  corners: [Point[], Point[]];
  /** The bows of the proven parts, by the index of the step. */
  bows: Map<number, Carried[]>;
}

/** Whether it is still that of a state. A state is never changed in place, so identity tells. */
export function isOf({ shapes, pair, motion }: Solved, state: State): boolean {
  return shapes === state.shapes && pair === state.pair && motion === state.motion;
}

export function solved(state: State): Solved {
  const { shapes, pair } = state;
  const motion = state.motion!;
  const [a, b] = pair.map((place) => shapes[place]!) as [Shape, Shape];
  const body = (shape: Shape) => ({ points: shape.spelling.points!, pose: pose(shape, 2) });
  const flight = new Flight(body(a), body(b), motion);
  const { pose: _, ...own } = b.spelling;
  const drawing = outlines({ ...line(state), b: own }, 500);
  const corners = [drawing.a, drawing.b].map(({ core }) => core.map(({ point }) => point as Point)) as [Point[], Point[]];
  const samples = flight.at(sampleFractions(motion));
  const first = samples.findIndex(({ distance }) => distance <= 0);
  const hit = flight.answer.outcome === "hit";
  return {
    shapes,
    pair,
    motion,
    flight,
    curve: flight.at(even([0, 1], CURVE)),
    ghosts: flight.at(even([0, 1], GHOSTS)),
    samples,
    contact: hit ? flight.at([flight.answer.lower])[0]! : null,
    sampled: { first: first < 0 ? null : first, count: samples.length, isMissed: hit && first < 0 },
    corners,
    bows: new Map(),
  };
}

/** The proven parts of the steps that are shown. */
export function parts({ flight, bows }: Solved, shown: number): Part[] {
  return flight.steps.slice(0, shown).flatMap((step, index) => {
    if (step.kind !== "proven") return [];
    const bow = bows.get(index) ?? flight.carried(index, even([step.start, step.end], BOW));
    bows.set(index, bow);
    return [{ bow, isCurrent: index === shown - 1 }];
  });
}

/** So many equal steps from one fraction to another. */
export function even([from, until]: [number, number], count: number): number[] {
  return Array.from({ length: count + 1 }, (_, place) => from + ((until - from) * place) / count);
}

/** What the lens shows: a step that is too narrow for the chart, with what is beside it. */
export function lensWindow({ steps, answer }: Flight, shown: number): [number, number] | null {
  const last = steps.slice(0, shown).findLast((step) => step.kind === "proven");
  const step = steps[shown - 1];
  if (!last || !step) return null;
  // Never narrower than the bracket: beyond that there is rounding only.
  const width = Math.max(last.end - last.start, 2 * (answer.upper - answer.lower));
  const middle = step.kind === "look" ? step.fraction : last.end;
  return width > NARROW ? null : [Math.max(0, middle - 1.4 * width), Math.min(1, middle + width)];
}

/** The fractions of the samples. */
function sampleFractions({ seconds, rate = RATE }: Course): number[] {
  return Array.from({ length: Math.floor(rate * seconds + 1e-9) + 1 }, (_, sample) => Math.min(1, sample / (rate * seconds)));
}
