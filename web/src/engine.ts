// The shipped solver, compiled to WebAssembly: what it takes and what it tells, as types. Nothing is computed here.

import init, { Run, check_polygon, clouds, directions, drawing } from "../pkg/clearance_web.js";
import wasmAddress from "../pkg/clearance_web_bg.wasm?url";

export type Point = number[];

export interface Pose {
  translation: Point;
  rotation: number[];
}

/** A shape in the spelling of the pairs file. */
export interface Spelling {
  points?: Point[];
  ball?: { center?: Point; radius: number };
  segment?: { start: Point; end: Point };
  capsule?: { start: Point; end: Point; radius: number };
  triangle?: { vertices: Point[] };
  cuboid?: { half_extents: Point };
  ellipsoid?: { semi_axes: Point };
  cylinder?: { half_height: number; radius: number };
  cone?: { half_height: number; radius: number };
  radius?: number;
  pose?: Pose;
}

/** A line of the pairs file. */
export interface Line {
  id?: string;
  dim: 2 | 3;
  scalar: "f32" | "f64";
  precision?: "float" | "exact";
  a: Spelling;
  b: Spelling;
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

/** A solved line: the answer and its steps. */
export interface Solution {
  answer: Answer;
  steps: Step[];
}

export async function load(): Promise<void> {
  await init({ module_or_path: wasmAddress });
}

/** Solves a line, or tells in words what is wrong with it. */
export function solve(line: Line): Solution {
  const run = new Run(JSON.stringify(line));
  try {
    const answer = JSON.parse(run.answer()) as Answer;
    const steps = Array.from({ length: run.length() }, (_, index) => JSON.parse(run.step(index)) as Step);
    return { answer, steps };
  } finally {
    run.free();
  }
}

export function outlines(line: Line): Drawing {
  return JSON.parse(drawing(JSON.stringify(line))) as Drawing;
}

/** Points whose hulls are drawn: of the shapes in their own frames, of the difference in the world's. */
export interface Clouds {
  a: Point[];
  b: Point[];
  difference: Point[];
}

/** The clouds, of curved bodies with as many points as `directions`. */
export function surfaces(line: Line, directions: number): Clouds {
  return JSON.parse(clouds(JSON.stringify(line), directions)) as Clouds;
}

/** What is wrong with an ordered polygon, at which corner; `null` if nothing is. */
export interface PolygonComplaint {
  vertex: number | null;
  message: string;
}

export function checkPolygon(points: Point[]): PolygonComplaint | null {
  return JSON.parse(check_polygon(JSON.stringify(points))) as PolygonComplaint | null;
}

/** A search direction by one formula in one kind of numbers, and what it is worth. */
export interface Direction {
  formula: "barycentric" | "perpendicular";
  numbers: "f32" | "f64";
  direction: Point;
  tilt: number;
  proves: number;
}

export function searchDirections(a: Point, b: Point): Direction[] {
  return JSON.parse(directions(JSON.stringify([a, b]))) as Direction[];
}
