/// <reference lib="esnext.disposable" />

// Certified distances between shapes, meshes and outlines. All lengths are in one unit, which you choose; angles are in
// radians. Points and directions of answers are in the world's frame; `normal` is a unit vector from A to B, and
// pointB - pointA = distance * normal. Every answer has `lower <= true distance <= upper`.

/** Two numbers in the plane, three in space: any array, typed array, or an object with x, y and z. */
export type Vector = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z?: number };
/** A unit quaternion x, y, z, w; in the plane a cosine and a sine, or an angle, whose cosine the browser rounds. */
export type Rotation = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number; readonly w: number } | number;
export type Status = "separated" | "touching" | "overlapping";
export type RelationName = "apart" | "touching" | "crossing" | "a_in_b" | "b_in_a";
export type Kind = "ball" | "box" | "capsule" | "triangle" | "ellipsoid" | "cylinder" | "cone" | "halfSpace" | "points" | "hull" | "own" | "mesh" | "outline" | "compound";
export type ErrorCode =
  | "null_pointer" | "unaligned" | "unknown" | "not_finite" | "negative" | "empty" | "too_many" | "bad_index" | "bad_stride" | "bad_rotation" | "mixed"
  | "wrong_handle" | "unsupported" | "callback" | "busy" | "bad_name" | "bad_number" | "bad_file" | "undecided" | "bug" | "disposed" | "foreign" | "memory" | "load";

/** A refusal. The message begins with the field. What a support function throws is thrown as it is. */
export class ClearanceError extends Error {
  readonly code: ErrorCode;
}

export interface Options {
  /** "exact": polytopes are decided and measured without rounding. */
  precision?: "float" | "exact";
  /** Curved shapes: the width of the bracket, relative. 1e-12. */
  tolerance?: number;
  maxIterations?: number;
  cache?: Cache;
}
export interface MotionOptions extends Options {
  /** Contact is a distance of at most this. 0. */
  target?: number;
  /** Motions that begin in contact: "stop" is a hit at 0, "leave" lets shapes part. */
  start?: "stop" | "leave";
}
export interface GradientOptions extends Options {
  /** Turns are about these points. The world's origin. */
  centerA?: Vector;
  centerB?: Vector;
}

export interface Answer {
  /** Exact for polytopes and meshes, with or without a radius. */
  status: Status;
  distance: number;
  lower: number;
  upper: number;
  pointA: number[];
  pointB: number[];
  normal: number[];
  /** The triangle, edge or part; null for convex shapes. */
  leafA: number | null;
  leafB: number | null;
  iterations: number;
}
export interface WayOut {
  distance: number;
  lower: number;
  upper: number;
  normal: number[];
}
export interface Feature {
  feature: "face" | "edge" | "vertex" | "deepest";
  index: number;
}
export interface Contact {
  pointA: number[];
  pointB: number[];
  /** Negative for points in each other. */
  separation: number;
  a: Feature;
  b: Feature;
}
export interface Manifold {
  normal: number[];
  contacts: Contact[];
}
export interface Gradient {
  /** Where it is false the distance has a kink, and this is one of its slopes. */
  isRegular: boolean;
  translationA: number[];
  /** A rotation vector; in the plane a number. */
  turnA: number[] | number;
  translationB: number[];
  turnB: number[] | number;
  witnessMargin: number;
  facetMargin: number;
  answer: Answer;
}
/** From fraction 0 to 1, a point x is at center + t*travel + R(t*turn)*(x - center). A turn is a rotation vector, in the plane an angle. */
export interface Motion {
  travel?: Vector;
  turn?: Vector | number;
  center?: Vector;
}
export interface Motions {
  a?: Motion;
  b?: Motion;
}
/** Up to `lower` there is no contact, and at `upper` there is one. "near": they graze each other to rounding. */
export interface Cast {
  outcome: "clear" | "hit" | "near";
  fraction: number;
  lower: number;
  upper: number;
  contact: Answer | null;
}
/** How near two bodies come on their way, and when. */
export interface LeastClearance {
  distance: number;
  lower: number;
  upper: number;
  fraction: number;
  answer: Answer;
}
export interface Bracket {
  fraction: number;
  lower: number;
  upper: number;
}
export interface Crossing {
  entry: Bracket;
  exit: Bracket;
  normalIn: number[];
  normalOut: number[];
  leavesIn: [number | null, number | null];
  leavesOut: [number | null, number | null];
}
export interface Relation {
  relation: RelationName;
  /** A body is open, so that it counts as its surface. */
  isOpen: boolean;
  /** A common point, rounded. */
  point: number[] | null;
  leafA: number | null;
  leafB: number | null;
}
export interface Overlap {
  diameter: number;
  lower: number;
  upper: number;
  middle: number[] | null;
  isOpen: boolean;
}
export interface MeshReport {
  isClosed: boolean;
  insideOut: boolean;
  openEdges: number;
  crowdedEdges: number;
  turnedEdges: number;
  degenerateTriangles: number;
  repeatedTriangles: number;
  parts: number;
}
export interface Pose {
  translation: number[];
  rotation: number[];
}

/** What is freed by `dispose()`, by `using`, or after nothing names it any longer. */
export interface Freed {
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A convex shape where it stands. */
export interface Shape extends Freed {
  readonly kind: Kind;
  /** 2 in the plane, 3 in space. */
  readonly dim: 2 | 3;
  readonly pose: Pose;
  /** The same shape elsewhere: a new body that shares what this one owns. */
  at(translation: Vector, rotation?: Rotation): this;
  /** Moves this very body; it allocates nothing. */
  moveTo(translation: Vector, rotation?: Rotation): this;
  rounded(radius: number): this;

  /** 0 where they meet, never negative. For meshes it is that of the triangles. */
  distance(other: Shape, options?: Options): Answer;
  /** The same into an object of `emptyAnswer`. */
  distanceInto(other: Shape, out: Answer, options?: Options): Answer;
  /** The distance of two convex shapes, or minus their penetration depth. */
  signedDistance(other: Shape, options?: Options): Answer;
  /** The distance if it is at most `maxDistance`. Bodies that meet are 0 apart, so nothing is within a negative one. */
  within(other: Shape, maxDistance: number, options?: Options): Answer | null;
  /** Touching counts. Exact for polytopes and meshes. */
  overlaps(other: Shape, options?: Options): boolean;
  /** The nearest point of this body is `pointA`. */
  closestPoint(point: Vector, options?: Options): Answer;
  wayOut(other: Shape, direction: Vector, options?: Options): WayOut;
  contacts(other: Shape, margin?: number, options?: Options): Manifold;
  gradient(other: Shape, options?: GradientOptions): Gradient;
  /** Checks a support function against itself. It throws what is wrong. */
  checkSupport(): void;

  /** The other body moves by `travel`. */
  cast(other: Shape, travel: Vector, options?: MotionOptions): Cast;
  castRay(origin: Vector, travel: Vector, options?: MotionOptions): Cast;
  impact(other: Shape, motions: Motions, options?: MotionOptions): Cast;
  leastClearance(other: Shape, motions: Motions, options?: MotionOptions): LeastClearance;
  /** When the other body, moved along the whole line of a direction, enters and leaves; null if the line misses. */
  crossing(other: Shape, direction: Vector, options?: MotionOptions): Crossing | null;
}

/** A body of any kind: a shape, mesh, outline or compound. */
export interface Body extends Shape {
  /** Whether the distance is less than a limit. Equality is decided: it is not less. */
  isBelow(other: Shape, limit: number): boolean;
  nearestPairs(other: Shape, count: number, maxDistance?: number): Answer[];
  /** How two meshes, or two outlines, lie to each other as solids. Exact; "undecided" where exact numbers would take too long. */
  relation(other: Shape): Relation;
  /** The diameter of the largest ball (in the plane disk) in both. */
  overlap(other: Shape): Overlap;
  /** Bounds of the volume, in the plane of the area, that two closed bodies have in common. */
  commonVolume(other: Shape, cells?: number): { lower: number; upper: number };
  scaled(factor: number): this;
  mirrored(axes: string): this;
  /** What is odd about a mesh. */
  report(): MeshReport;
}

/**
 * What a query remembers, for one pair that moves a little. It changes the time. Answers for meshes and outlines keep their
 * bits; those for convex shapes may differ from others within their bounds.
 */
export interface Cache extends Freed {}

/** Rows in a typed array. Stride and offset are in numbers, as in three.js. */
export interface Rows {
  dim?: 2 | 3;
  stride?: number;
  offset?: number;
  count?: number;
}
export type Points = Float32Array | Float64Array | readonly Vector[] | readonly number[];
export type Triangles = Uint32Array | Uint16Array | Int32Array | Uint8Array | readonly number[] | readonly ArrayLike<number>[];

export interface Columns {
  /** 0 separated, 1 touching, 2 overlapping. */
  status: Uint8Array;
  distance: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  normal: Float64Array;
  pointA: Float64Array;
  pointB: Float64Array;
  /** 4294967295 for none. */
  leafA: Uint32Array;
  leafB: Uint32Array;
}
/** Your own arrays for some columns; the others are left out. */
export type Out = { [name in keyof Columns]?: number[] | Float64Array | Float32Array | Uint32Array | Uint8Array };
export interface BatchOptions extends Options {
  out?: Out;
}

export interface Rule {
  /** A smaller distance breaks the rule. */
  below?: number;
  /** A greater distance breaks it. */
  above?: number;
  /** Only a greater overlap breaks it. */
  overlapAbove?: number;
  /** Bodies touch within this length, or within a band that their sizes give. */
  contact?: number | "auto";
  skip?: boolean;
}
export interface Finding {
  a: string;
  b: string;
  kind: "hard" | "gap" | "touch" | "duplicate";
  /** With the band of what counts as touching. */
  relation: RelationName;
  /** Without it. */
  exact: RelationName;
  isBroken: boolean;
  isTooFar: boolean;
  isOpen: boolean;
  nearBand: boolean;
  overlap: number | null;
  answer: Answer;
}
/** Many bodies with names, and rules for their pairs. `*` in a name of a rule stands for any characters, `?` for one. */
export interface Scene extends Freed {
  readonly names: string[];
  add(name: string, body: Body): this;
  addToGroup(name: string, group: string): this;
  moveTo(name: string, translation: Vector, rotation?: Rotation): this;
  /** The first rule that matches a pair holds for it. */
  rule(a: string, b: string, rule: Rule): this;
  clearRules(): this;
  /** All pairs that break a limit; `limit` is that of pairs to which no rule gives one. */
  below(limit?: number): Finding[];
  nearest(count: number): Finding[];
}

/** An instance of the module with convex shapes. Two instances share nothing. */
export interface Convex<B extends Shape = Shape> {
  ball(center: Vector, radius: number): B;
  point(position: Vector): B;
  cuboid(halfExtents: Vector): B;
  ellipsoid(semiAxes: Vector): B;
  capsule(start: Vector, end: Vector, radius: number): B;
  segment(start: Vector, end: Vector): B;
  triangle(a: Vector, b: Vector, c: Vector): B;
  /** Around the y axis. */
  cylinder(halfHeight: number, radius: number): B;
  /** Around the y axis, the apex above. */
  cone(halfHeight: number, radius: number): B;
  /** The points x with normal * x <= offset. */
  halfSpace(normal: Vector, offset: number): B;
  /** The hull of points, which is not built: for few queries. */
  points(points: Points, rows?: Rows): B;
  /** The hull of points with its faces: for many queries with many points. */
  hull(points: Points, rows?: Rows): B;
  /** Your own convex shape: the point of it that is farthest along a direction, both in its own frame. */
  own(support: (direction: Float64Array) => Vector, options?: { dim?: 2 | 3; radius?: number }): B;

  /** A body on one side is asked against all of the other. */
  distances(a: Shape | readonly Shape[], b: Shape | readonly Shape[], options?: BatchOptions): Columns;
  signedDistances(a: Shape | readonly Shape[], b: Shape | readonly Shape[], options?: BatchOptions): Columns;
  overlapsMany(a: Shape | readonly Shape[], b: Shape | readonly Shape[], options?: Options): Uint8Array;

  cache(): Cache;
  emptyAnswer(dim?: 2 | 3): Answer;
  readonly version: string;
  /** The bytes of the module's memory, and how many things in it are not disposed. */
  heap(): { bytes: number; live: number };
}

/** An instance of the module with all bodies. */
export interface Clearance extends Convex<Body> {
  /** A surface of triangles, open or closed. Without triangles every three vertices are one. */
  mesh(vertices: Points, triangles?: Triangles | null, rows?: Rows): Body;
  /** `fill` writes the numbers into the module's memory itself. */
  writeMesh(vertexCount: number, triangleCount: number, fill: (vertices: Float32Array, triangles: Uint32Array) => void): Body;
  /** Polygons with holes: a ring of points, a list of rings (the first is the outer one), or a list of such polygons. */
  outline(polygons: ArrayLike<ArrayLike<number>> | ArrayLike<ArrayLike<ArrayLike<number>>> | ArrayLike<ArrayLike<ArrayLike<ArrayLike<number>>>>): Body;
  /** An open line in the plane. */
  polyline(points: Points, rows?: Rows): Body;
  /** Convex shapes side by side, as one body whose leaves they are. */
  compound(shapes: readonly Shape[]): Body;
  /** Meshes, or outlines, by name. */
  scene(bodies?: { readonly [name: string]: Body }, options?: { dim?: 2 | 3 }): Scene;
}

/** Where the module comes from: an address, bytes, an answer of a server, or a compiled module. */
export type Source = string | URL | BufferSource | Response | WebAssembly.Module;
/** An instance. Without a source the module beside this package is read. */
export function load(source?: Source): Promise<Clearance>;
/** The same at once: in Node.js from a file, elsewhere from bytes or a module. */
export function loadSync(source?: Source): Clearance;
/** The compiled module, for workers. */
export function compile(source?: Source): Promise<WebAssembly.Module>;
