// The published methods and polygons in pieces: a WebAssembly module of its own, fetched with the first lesson on them.
// Nothing is computed here.

import address from "../../pkg/clearance_web_rivals_bg.wasm?url";
import type { Pair as Asked, Region as Cut } from "../../pkg/clearance_web_rivals.js";
import type { Point, Pose } from "../engine.ts";
import type { Shape } from "../scene.ts";
import { pose } from "../scene.ts";

export interface Ending {
  verdict: "apart" | "meet" | null;
  distance: number | null;
  steps: number;
  endless: boolean;
}

/** Something that a step shows. Corners are indices of the shape's points; coordinates are those of the world. */
export type Mark =
  | { kind: "feature"; side: 0 | 1; corners: number[] }
  | { kind: "vertices"; name: string; side: 0 | 1; corners: number[] }
  | { kind: "plane"; name: string; at: Point; normal: Point }
  | { kind: "point"; name: string; at: Point }
  | { kind: "simplex"; name: string; corners: Point[] }
  | { kind: "direction"; name: string; along: Point };

export interface MethodStep {
  name: string;
  numbers: [string, number][];
  drawn: Mark[];
}

export interface Walk {
  ending: Ending;
  steps: MethodStep[];
}

export interface Method {
  id: string;
  ending: Ending;
  bounds: [number | null, number | null][];
  certified: boolean;
}

export interface Descent {
  levels: { corners: number[]; compared: number[]; best: number }[];
  corner: number;
}

/** What a direction tells. */
export interface Support {
  direction: Point;
  /** The corner of A farthest along the direction, and that of B farthest against it. */
  corners: [number, number];
  /** How far A reaches along it, and where B begins. */
  reach: [number, number];
}

export interface FrameRow {
  distance: number;
  lower: number;
  upper: number;
  isa: [number, number];
  ours: [number, number];
  walked: number;
  axis: Point;
  reach: [number, number];
}

export type PieceStep =
  | { kind: "triangle"; corners: number[] }
  | { kind: "removed"; ends: [number, number] }
  | { kind: "stays"; ends: [number, number]; notch: number }
  | { kind: "cut"; ends: [number, number] };

export interface Pieces {
  steps: PieceStep[];
  pieces: number[][];
  notches: number;
  lower_bound: number;
  least: boolean;
}

export interface Between {
  status: "separated" | "touching" | "overlapping";
  distance: number;
  lower: number;
  upper: number;
  point_a: Point;
  point_b: Point;
  normal: Point;
  iterations: number;
  pairs: { a: number; b: number; distance: number; point_a: Point; point_b: Point }[];
}

type Module = typeof import("../../pkg/clearance_web_rivals.js");

let module: Module | undefined;

/** Fetches the module, once. */
export async function load(): Promise<void> {
  if (module) return;
  const glue = await import("../../pkg/clearance_web_rivals.js");
  await glue.default({ module_or_path: address });
  module = glue;
}

const FRAME = 12;

/** A search direction by one formula in one kind of numbers, and what it is worth. */
export interface Direction {
  formula: "barycentric" | "perpendicular";
  numbers: "f32" | "f64";
  direction: Point;
  tilt: number;
  proves: number;
}

/** Both formulas for the edge from a to b; nothing until the module is there. */
export function searchDirections([ax, ay]: Point, [bx, by]: Point): Direction[] | null {
  return module ? (JSON.parse(module.directions(ax!, ay!, bx!, by!)) as Direction[]) : null;
}

/** Two hulls of points in their places. */
export class Pair {
  private readonly asked: Asked;

  constructor(a: Shape, b: Shape) {
    this.asked = new module!.Pair(flat(a), place(pose(a, 2)), flat(b), place(pose(b, 2)));
  }

  supports(directions: Point[]): Support[] {
    const numbers = this.asked.supports(Float64Array.from(directions.flat()));
    return directions.map((direction, row) => {
      const [a, b, far, near] = numbers.subarray(row * 4, row * 4 + 4);
      return { direction, corners: [a!, b!], reach: [far!, near!] };
    });
  }

  walk(): Walk {
    return JSON.parse(this.asked.walk()) as Walk;
  }

  naive(): Walk {
    return JSON.parse(this.asked.naive()) as Walk;
  }

  compared(): Method[] {
    return JSON.parse(this.asked.compared()) as Method[];
  }

  layers([x, y]: Point): Descent {
    return JSON.parse(this.asked.layers(x!, y!)) as Descent;
  }

  /** B at poses, one frame after the other. */
  frames(poses: Pose[]): FrameRow[] {
    const numbers = this.asked.frames(Float64Array.from(poses.flatMap((one) => [...place(one)])));
    return poses.map((_, row) => {
      const [distance, lower, upper, cold, warm, first, cached, walked, x, y, far, near] = numbers.subarray(row * FRAME, row * FRAME + FRAME);
      return { distance: distance!, lower: lower!, upper: upper!, isa: [cold!, warm!], ours: [first!, cached!], walked: walked!, axis: [x!, y!], reach: [far!, near!] };
    });
  }

  /** Frees what the other side holds. */
  free(): void {
    this.asked.free();
  }
}

/** A polygon with notches, in pieces. Throws what is wrong with it. */
export class Region {
  readonly told: Pieces;
  private readonly cut: Cut;

  constructor(corners: Point[], at: Pose) {
    this.cut = new module!.Region(Float64Array.from(corners.flat()), place(at));
    this.told = JSON.parse(this.cut.pieces()) as Pieces;
  }

  between(other: Region): Between {
    return JSON.parse(this.cut.between(other.cut)) as Between;
  }

  free(): void {
    this.cut.free();
  }
}

function flat({ spelling }: Shape): Float64Array {
  if (!spelling.points) throw new Error("this lesson is about polygons, given by their corners");
  return Float64Array.from(spelling.points.flat());
}

function place({ translation, rotation }: Pose): Float64Array {
  return Float64Array.from([...translation, ...rotation]);
}
