// Geometry of three.js and Babylon.js, by its structure.

import type { Body, Clearance } from "./index.js";

/** What is read of a matrix: of three.js (`elements`), of Babylon.js (`m`), or sixteen numbers, column by column. */
export type MatrixLike = { readonly elements: ArrayLike<number> } | { readonly m: ArrayLike<number> } | ArrayLike<number>;
/** What is read of a `BufferGeometry`, of a three.js `Mesh`, or of a Babylon.js mesh. */
export type GeometryLike =
  | { readonly attributes: object; readonly index: object | null }
  | { readonly geometry: object; readonly matrixWorld: MatrixLike }
  | { getVerticesData(kind: string): ArrayLike<number> | null; getIndices(): ArrayLike<number> | null };
export interface Pose {
  translation: number[];
  rotation: number[];
}
/** A body of a geometry, and the scale that is multiplied into its vertices. */
export interface Placed {
  body: Body;
  scale: number[];
}

/** A matrix as translation, rotation and scale. A mirror has a negative factor along x. Shear is refused. */
export function partsOf(matrix: MatrixLike, field?: string): Pose & { scale: number[] };
/** The pose of a matrix whose scale the geometry has already. */
export function poseOf(matrix: MatrixLike, scale?: ArrayLike<number>): Pose;
/** The body of a geometry: interleaved and normalised attributes, `drawRange`, and no index are taken. */
export function meshOf(cl: Clearance, geometry: GeometryLike, matrixWorld?: MatrixLike): Placed;
/** Moves a body to where an object stands now. */
export function follow(placed: Placed, matrixWorld: MatrixLike): Body;
