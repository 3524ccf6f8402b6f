// A robot of two joints, with a map of its angles: a WebAssembly module of its own, fetched with the lesson on robots.
// Nothing is computed here.

import address from "../../pkg/clearance_web_robot_bg.wasm?url";
import type { Arm as Mapped } from "../../pkg/clearance_web_robot.js";
import type { Point } from "../engine.ts";

/** What is known of a cell. */
export type Known = "apart" | "meeting" | "cut" | "open";

const KNOWN: Known[] = ["apart", "meeting", "cut", "open"];

/** Which link holds the line of a cell. */
const HELD = ["the obstacle", "the upper arm", "the forearm"];

export interface Cell {
  /** From, to: of the shoulder's angle, then of the elbow's, in radians. */
  ends: [Point, Point];
  known: Known;
  /** The distance that is proven in the whole cell. */
  bound: number;
}

/** A line that proves a cell: n·x = offset. */
export interface Parting {
  normal: Point;
  offset: number;
  heldBy: string;
}

type Module = typeof import("../../pkg/clearance_web_robot.js");

let module: Module | undefined;

/** Fetches the module, once. */
export async function load(): Promise<void> {
  if (module) return;
  const glue = await import("../../pkg/clearance_web_robot.js");
  await glue.default({ module_or_path: address });
  module = glue;
}

/** The robot with its map. Throws what is wrong with a polygon. */
export class Arm {
  private readonly mapped: Mapped;
  /** In the order of the search. */
  readonly cells: Cell[];

  constructor(obstacle: Point[], forearm: Point[], shoulder: Point, length: number, ranges: [Point, Point], most: number) {
    this.mapped = new module!.Arm(...([obstacle.flat(), forearm.flat(), shoulder].map((numbers) => Float64Array.from(numbers)) as [Float64Array, Float64Array, Float64Array]), length, Float64Array.from(ranges.flat()), most);
    const rows = this.mapped.cells();
    this.cells = Array.from({ length: rows.length / 6 }, (_, place) => {
      const [a, b, c, d, known, bound] = rows.subarray(place * 6, place * 6 + 6);
      return { ends: [[a!, b!], [c!, d!]], known: KNOWN[known!]!, bound: bound! };
    });
  }

  /** The lines of a cell, where they are at a pair of angles. */
  lines(cell: number, [shoulder, elbow]: Point): Parting[] {
    const rows = this.mapped.lines(cell, shoulder!, elbow!);
    return Array.from({ length: rows.length / 4 }, (_, place) => {
      const [x, y, offset, held] = rows.subarray(place * 4, place * 4 + 4);
      return { normal: [x!, y!], offset: offset!, heldBy: HELD[held!]! };
    });
  }

  free(): void {
    this.mapped.free();
  }
}
