// The shipped solver, compiled to WebAssembly: what it takes and what it tells, as types. Nothing is computed here.

import init, { Run, body_cloud, check_polygon, coordinates, difference_cloud, drawing, question } from "../pkg/clearance_web.js";
import wasmAddress from "../pkg/clearance_web_bg.wasm?url";

export type Point = number[];

export interface Pose {
  translation: Point;
  rotation: number[];
}

/** A shape in the spelling of the pairs file. */
export interface Spelling {
  point?: Point;
  points?: Point[];
  polytope?: { vertices: Point[] };
  ball?: { center?: Point; radius: number };
  segment?: { start: Point; end: Point };
  capsule?: { start: Point; end: Point; radius: number };
  triangle?: { vertices: Point[] };
  cuboid?: { half_extents: Point };
  ellipsoid?: { semi_axes: Point };
  polygon?: { vertices: Point[] };
  sum?: [Spelling, Spelling];
  swept?: { shape: Spelling; vector: Point };
  hull?: [Spelling, Spelling];
  shape?: Spelling;
  cylinder?: { half_height: number; radius: number };
  cone?: { half_height: number; radius: number };
  radius?: number;
  pose?: Pose;
}

/** A line of the pairs file. */
export interface Line {
  /** Any JSON value; echoed. */
  id?: unknown;
  dim: 2 | 3;
  scalar: "f32" | "f64";
  precision?: "float" | "exact";
  a: Spelling;
  b: Spelling;
  /** How B moves; the solver for shapes at rest does not look at it. */
  motion_b?: { travel: Point; turn?: number; center?: Point };
}

export interface FeatureWords {
  vertices: number[];
  weights: number[];
}

export interface Answer {
  status: "separated" | "touching" | "overlapping";
  distance: number;
  lower: number | null;
  upper: number | null;
  point_a: Point;
  point_b: Point;
  normal: Point;
  iterations: number;
  feature_a: FeatureWords;
  feature_b: FeatureWords;
  radius_a: number;
  radius_b: number;
}

export interface SimplexVertex {
  point: Point;
  a: Point;
  b: Point;
  indices: [number, number] | null;
  weight: number;
}

export type Stop = "bounds_met" | "repeated_vertex" | "origin_inside" | "rounding" | "limit";

export interface Step {
  iteration: number;
  phase: "distance" | "penetration" | "exact";
  simplex: SimplexVertex[];
  direction: Point;
  vertex: SimplexVertex;
  lower: number | null;
  upper: number | null;
  facets: [number, number, number][];
  polytope: Point[];
  stop: Stop | null;
}

export interface Corner {
  point: [number, number];
  vertex: number | null;
  other: number | null;
}

export interface Outline {
  core: Corner[];
  rounded: [number, number][];
}

export interface Drawing {
  a: Outline;
  b: Outline;
  difference: Outline;
}

/** The part of a step that the curves of the bounds need. */
export type Bounds = Pick<Step, "phase" | "lower" | "upper" | "stop">;

/** The steps of a run, each fetched when it is asked for: there may be hundreds, with a whole polytope each. */
export class Steps {
  readonly bounds: Bounds[];
  private readonly fetched = new Map<number, Step>();

  constructor(private readonly run: Run) {
    this.bounds = JSON.parse(run.bounds()) as Bounds[];
  }

  get length(): number {
    return this.bounds.length;
  }

  /** A step, counted from 0; none outside the run. */
  at(index: number): Step | undefined {
    if (index < 0 || index >= this.length) return undefined;
    let step = this.fetched.get(index);
    if (!step) {
      step = JSON.parse(this.run.step(index)) as Step;
      this.fetched.set(index, step);
    }
    return step;
  }

  /** Frees what the other side holds. */
  free(): void {
    this.run.free();
  }
}

/** A solved line: the answer and its steps. */
export interface Solution {
  answer: Answer;
  steps: Steps;
}

/** A module with one instruction on vectors, which a browser without them refuses. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Fetches the solver. It is rejected in a browser whose WebAssembly has no vectors: all modules compute with them. */
export async function load(): Promise<void> {
  if (!WebAssembly.validate(VECTORS)) throw new Error("This page computes with the vectors of WebAssembly (SIMD), and this browser has none: Chrome and Edge have them from 91 on, Firefox from 89, Safari from 16.4.");
  await init({ module_or_path: wasmAddress });
}

/** How far what a file means may stand out from the shape as it was read, and the other way round. */
export interface Approximation {
  outward: number;
  inward: number;
}

/** Solves a line, or tells in words what is wrong with it. Whoever takes the solution frees its steps. */
export function solve(line: Line, read: Approximation): Solution {
  const run = new Run(JSON.stringify(line), line.precision ?? "float", read.outward, read.inward);
  return { answer: JSON.parse(run.answer()) as Answer, steps: new Steps(run) };
}

/** What a line asks, or in the command's words what is wrong with it. */
export function asked(text: string): Pick<Line, "dim" | "scalar"> {
  return JSON.parse(question(text)) as Pick<Line, "dim" | "scalar">;
}

/** The outlines: of both shapes, of as many points as `most` each, and of their difference. */
export function outlines(line: Line, most: number): Drawing {
  return JSON.parse(drawing(JSON.stringify(line), most)) as Drawing;
}

/** Points whose hull is drawn for the first shape, in its own frame. */
export function bodyCloud(line: Line, most: number): Point[] {
  return JSON.parse(body_cloud(JSON.stringify(line), most)) as Point[];
}

/** Points whose hull is drawn for the difference, in the world's frame. */
export function differenceCloud(line: Line, most: number): Point[] {
  return JSON.parse(difference_cloud(JSON.stringify(line), most)) as Point[];
}

/** What is wrong with an ordered polygon, at which corner; `null` if nothing is. */
export interface PolygonComplaint {
  vertex: number | null;
  message: string;
}

export function checkPolygon(points: Point[]): PolygonComplaint | null {
  return JSON.parse(check_polygon(JSON.stringify(points))) as PolygonComplaint | null;
}

/** The coordinates of a point with respect to a triangle or an edge of it, by the places of its corners. */
export interface Coordinates {
  corners: number[];
  values: number[];
}

/** Of two corners those of their segment; of three those of the triangle, and then of its edges. */
export function barycentric(corners: Point[], q: Point): Coordinates[] {
  return JSON.parse(coordinates(JSON.stringify([...corners, q]))) as Coordinates[];
}
