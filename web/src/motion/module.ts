// Shapes that move: a WebAssembly module of its own, fetched with the first lesson about motion. Nothing is computed here.

import address from "../../pkg/clearance_web_motion_bg.wasm?url";
import type { Flight as Searched, Ray as Cast } from "../../pkg/clearance_web_motion.js";
import type { Point, Pose } from "../engine.ts";

/** How two shapes stand to each other at a moment. */
export interface Gap {
  distance: number;
  lower: number;
  upper: number;
  point_a: Point;
  point_b: Point;
  normal: Point;
}

/** When contact begins, in the words of the command's output. The contact is at the lower bound of the fraction. */
export interface MotionAnswer {
  outcome: "clear" | "hit" | "near";
  fraction: number;
  lower: number;
  upper: number;
  iterations: number;
  contact: Gap;
}

/** The shapes at one fraction. */
export interface Look {
  kind: "look";
  fraction: number;
  distance: number;
  normal: Point;
}

/** A part of the motion that a carried direction proves to be free of contact. */
export interface Proven {
  kind: "proven";
  start: number;
  end: number;
  carrier: "world" | "a" | "b";
  /** At fraction 0. */
  direction: Point;
  /** At both ends. */
  separations: [number, number];
  /** M of theorem A: how much the separation can bend. */
  bend: number;
}

export type MotionStep = Look | Proven;

/** The shapes at a fraction, and where B is. */
export interface Moment extends Gap {
  fraction: number;
  pose: Pose;
}

/** What a carried direction does at a fraction. */
export interface Carried {
  fraction: number;
  /** The least of B less the farthest of A, along the normal. */
  separation: number;
  /** What both ends of the part prove of it. */
  proven: number;
  normal: Point;
  farthestOfA: number;
  leastOfB: number;
}

/** What an edge leaves of a ray. */
export interface Cut {
  normal: Point;
  /** How far the origin lies beyond the edge. */
  beyond: number;
  /** How fast the ray moves outward. */
  outward: number;
  /** Where it crosses the line of the edge; NaN if never. */
  fraction: number;
  /** What is left after this edge; nothing if `from` is above `until`. */
  from: number;
  until: number;
  isEntry: boolean;
  isExit: boolean;
}

interface Bracket {
  fraction: number;
  lower: number;
  upper: number;
}

export interface Crossing {
  entry: Bracket;
  exit: Bracket;
  normal_in: Point;
  normal_out: Point;
}

/** A line between a shape and a whole ray. */
export interface Parting {
  normal: Point;
  farthestOfShape: number;
  leastOfRay: number;
}

/** Points and a place. */
export interface Body {
  points: Point[];
  pose: Pose;
}

type Module = typeof import("../../pkg/clearance_web_motion.js");

let module: Module | undefined;

/** Fetches the module, once. */
export async function load(): Promise<void> {
  if (module) return;
  const glue = await import("../../pkg/clearance_web_motion.js");
  await glue.default({ module_or_path: address });
  module = glue;
}

/** Two shapes, of which B moves, and the search for their contact. */
export class Flight {
  readonly answer: MotionAnswer;
  readonly steps: MotionStep[];
  private readonly searched: Searched;

  constructor(a: Body, b: Body, motion: { travel: Point; turn: number; center: Point }) {
    const numbers = Float64Array.from([...motion.travel, motion.turn, ...motion.center]);
    this.searched = new module!.Flight(flat(a.points), place(a.pose), flat(b.points), place(b.pose), numbers);
    this.answer = answerOf(this.searched.answer());
    this.steps = rows(this.searched.steps(), 9).map(stepOf);
  }

  at(fractions: number[]): Moment[] {
    const row = ([x, y, c, s, ...gap]: number[], place: number) => ({
      fraction: fractions[place]!,
      pose: { translation: [x!, y!], rotation: [c!, s!] },
      ...gapOf(gap),
    });
    return rows(this.searched.at(Float64Array.from(fractions)), 13).map(row);
  }

  /** What the direction of a step does; nothing if the step is a look. Steps are counted from 0. */
  carried(step: number, fractions: number[]): Carried[] {
    const row = ([separation, proven, x, y, farthestOfA, leastOfB]: number[], place: number) => ({
      fraction: fractions[place]!,
      separation: separation!,
      proven: proven!,
      normal: [x!, y!],
      farthestOfA: farthestOfA!,
      leastOfB: leastOfB!,
    });
    return rows(this.searched.carried(step, Float64Array.from(fractions)), 6).map(row);
  }

  /** Frees what the other side holds. */
  free(): void {
    this.searched.free();
  }
}

/** A ray and a shape. Its corners go counter-clockwise. */
export class Ray {
  readonly answer: MotionAnswer;
  /** Of the whole line; nothing if it misses. */
  readonly crossing: Crossing | null;
  readonly cuts: Cut[];
  readonly parting: Parting | null;
  /** Whether the ray has no length: then it has no line, either. */
  readonly isPoint: boolean;

  constructor(shape: Body, corners: Point[], origin: Body, travel: Point) {
    const cast: Cast = new module!.Ray(flat(shape.points), place(shape.pose), flat(origin.points), place(origin.pose), Float64Array.from(travel));
    this.answer = answerOf(cast.answer());
    this.crossing = crossingOf(cast.crossing());
    this.cuts = rows(cast.edges(flat(corners)), 9).map(cutOf);
    const [x, y, farthestOfShape, leastOfRay] = cast.parting();
    this.parting = x === undefined ? null : { normal: [x, y!], farthestOfShape: farthestOfShape!, leastOfRay: leastOfRay! };
    this.isPoint = travel.every((value) => value === 0);
    cast.free();
  }
}

function flat(points: Point[]): Float64Array {
  return Float64Array.from(points.flat());
}

function place({ translation, rotation }: Pose): Float64Array {
  return Float64Array.from([...translation, ...rotation]);
}

/** The rows of so many numbers each. */
function rows(numbers: Float64Array, length: number): number[][] {
  return Array.from({ length: numbers.length / length }, (_, row) => [...numbers.subarray(row * length, (row + 1) * length)]);
}

function gapOf([distance, lower, upper, ax, ay, bx, by, nx, ny]: number[]): Gap {
  return { distance: distance!, lower: lower!, upper: upper!, point_a: [ax!, ay!], point_b: [bx!, by!], normal: [nx!, ny!] };
}

function answerOf([outcome, fraction, lower, upper, iterations, ...contact]: Float64Array): MotionAnswer {
  const word = (["clear", "hit", "near"] as const)[outcome!]!;
  return { outcome: word, fraction: fraction!, lower: lower!, upper: upper!, iterations: iterations!, contact: gapOf(contact) };
}

function stepOf([kind, first, second, third, x, y, left, right, bend]: number[]): MotionStep {
  if (kind === 0) return { kind: "look", fraction: first!, distance: second!, normal: [x!, y!] };
  const carrier = (["world", "a", "b"] as const)[third!]!;
  return { kind: "proven", start: first!, end: second!, carrier, direction: [x!, y!], separations: [left!, right!], bend: bend! };
}

function crossingOf(numbers: Float64Array): Crossing | null {
  if (numbers.length === 0) return null;
  const bracket = (from: number) => ({ fraction: numbers[from]!, lower: numbers[from + 1]!, upper: numbers[from + 2]! });
  return { entry: bracket(0), exit: bracket(3), normal_in: [numbers[6]!, numbers[7]!], normal_out: [numbers[8]!, numbers[9]!] };
}

function cutOf([nx, ny, beyond, outward, fraction, from, until, entry, exit]: number[]): Cut {
  return { normal: [nx!, ny!], beyond: beyond!, outward: outward!, fraction: fraction!, from: from!, until: until!, isEntry: entry === 1, isExit: exit === 1 };
}
