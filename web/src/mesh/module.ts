// Meshes as they are: a WebAssembly module of its own, fetched with the first mesh that needs it. Nothing is computed here.

import address from "../../pkg/clearance_web_scene_bg.wasm?url";
import type { Part, Question } from "../../pkg/clearance_web_scene.js";
import type { Point, Pose } from "../engine.ts";

/** What is odd about a mesh: counts, all of them 0 where nothing is. */
export interface Report {
  open_edges: number;
  crowded_edges: number;
  turned_edges: number;
  degenerate_triangles: number;
  repeated_triangles: number;
  parts: number;
  inside_out: boolean;
}

/** What the module tells of a mesh. */
export interface Told {
  triangles: number;
  vertices: number;
  /** The length of a unit in metres, if it is known. */
  metres: number | null;
  /** Why it is not convex; `null` if it is. */
  not_convex: string | null;
  closed: boolean;
  report: Report;
  remarks: string[];
  middle: Point;
  reach: number;
}

export type Relation = "apart" | "touching" | "crossing" | "a_in_b" | "b_in_a";

/** How far apart the surfaces are, in the words of the command's output. */
export interface MeshAnswer {
  distance: number;
  lower: number | null;
  upper: number | null;
  point_a: Point;
  point_b: Point;
  normal: Point;
  leaf_a: number;
  leaf_b: number;
  corners_a: Point[];
  corners_b: Point[];
}

/** How the solids stand to each other. */
export interface Related {
  status: "separated" | "touching" | "overlapping";
  relation: Relation;
  /** Whether a mesh is open. */
  open: boolean;
  /** Where they touch, if they do. */
  contact: Contact | null;
}

/** Where two bodies touch: convex polygons in the world, and bounds of their area. */
export interface Contact {
  kind: "face" | "line" | "point";
  area: number;
  lower: number;
  upper: number;
  pieces: Point[][];
}

/** What the search left out with a proof. */
export interface FrontTold {
  /** How many pairs of boxes, and how many pairs of triangles are in them. */
  pairs: number;
  left_out: number;
  /** How many pairs of triangles are in none. */
  triangles: number;
  /** The least of the bounds of the pairs. */
  least: number | null;
  /** From A to B: planes across it part most pairs. */
  direction: Point;
}

/** The same with the boxes as they are drawn: the least and the greatest coordinates about the middle of each mesh. */
export interface FrontDrawn {
  told: FrontTold;
  boxes: [Float32Array, Float32Array];
}

type Module = typeof import("../../pkg/clearance_web_scene.js");

let fetched: Promise<Module> | undefined;

/** The module, once it is here: every mesh has come from it. */
let module: Module | undefined;

/** The module, fetched once; tried again after a failure. */
function loaded(): Promise<Module> {
  const fetching = async () => {
    const glue = await import("../../pkg/clearance_web_scene.js");
    await glue.default({ module_or_path: address });
    return (module = glue);
  };
  fetched ??= fetching().catch(() => {
    fetched = undefined;
    throw new Error("what meshes need could not be fetched. Is the page offline?");
  });
  return fetched;
}

/** A mesh. It stays in the module: a link does not hold it. */
export class MeshBody {
  private static count = 0;
  /** Tells it from the others of this page. */
  readonly number = ++MeshBody.count;
  readonly told: Told;

  private constructor(
    readonly part: Part,
    /** The mesh as its file has it, if this one is in another unit. */
    private readonly first?: MeshBody,
  ) {
    this.told = JSON.parse(part.told()) as Told;
  }

  /** Reads a file; a glTF file finds the others by their names. Throws the complaint. */
  static async read(file: File, others: readonly File[]): Promise<MeshBody> {
    const { Folder } = await loaded().catch((error: Error) => {
      throw new Error(`${file.name}: ${error.message}`);
    });
    const folder = new Folder();
    try {
      for (const one of new Set([file, ...others])) folder.add(one.name, new Uint8Array(await one.arrayBuffer()));
      return new MeshBody(folder.open(file.name));
    } catch (complaint) {
      throw new Error(typeof complaint === "string" ? complaint : `${file.name}: the file cannot be read`);
    } finally {
      folder.free();
    }
  }

  /** The same mesh with lengths of so many metres; one without a unit as it is. */
  inUnit(metres: number): MeshBody {
    const first = this.first ?? this;
    return first.told.metres === null || first.told.metres === metres ? first : new MeshBody(first.part.in_unit(metres), first);
  }

  /** Points whose hull is the mesh's. */
  points(most: number): Point[] {
    const flat = this.part.points(most);
    return Array.from({ length: flat.length / 3 }, (_, place) => [flat[3 * place]!, flat[3 * place + 1]!, flat[3 * place + 2]!]);
  }

  /** Nothing of it goes into JSON. */
  toJSON(): undefined {
    return undefined;
  }
}

/** Two meshes, asked about again and again while they move: the last answer makes the next one fast. */
export class MeshQuestion {
  private readonly question: Question;

  constructor(
    readonly a: MeshBody,
    readonly b: MeshBody,
  ) {
    this.question = new module!.Question();
  }

  answer(poses: [Pose, Pose], exact: boolean): MeshAnswer {
    const [ofA, ofB] = poses.map(numbers) as [Float64Array, Float64Array];
    return JSON.parse(this.question.answer(this.a.part, ofA, this.b.part, ofB, exact)) as MeshAnswer;
  }

  /** How the solids stand to each other. */
  related(poses: [Pose, Pose]): Related {
    const [ofA, ofB] = poses.map(numbers) as [Float64Array, Float64Array];
    return JSON.parse(module!.related(this.a.part, ofA, this.b.part, ofB)) as Related;
  }

  /** What the search leaves out, drawn at a scale. */
  front(poses: [Pose, Pose], factor: number): FrontDrawn {
    const [ofA, ofB] = poses.map(numbers) as [Float64Array, Float64Array];
    const { a, b } = this;
    const front = new module!.Front(a.part, ofA, b.part, ofB);
    const found: FrontDrawn = { told: JSON.parse(front.told()) as FrontTold, boxes: [front.boxes_of_a(a.part, factor), front.boxes_of_b(b.part, factor)] };
    front.free();
    return found;
  }

  /** Frees what the other side holds. */
  free(): void {
    this.question.free();
  }
}

function numbers({ translation, rotation }: Pose): Float64Array {
  return Float64Array.from([...translation, ...rotation]);
}
