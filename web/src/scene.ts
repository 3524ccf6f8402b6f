// The state of the page, and the line of the pairs file that it stands for.

import type { MeshBody } from "./mesh/module.ts";
import { type Approximation, asked, type Line, type Point, type Pose, type Spelling } from "./engine.ts";

/** The longest title and text that a link carries. */
export const MOST_TITLE = 120;
export const MOST_TEXT = 4000;

export type Numbers = "f32" | "f64" | "exact";

export interface Shape {
  name: string;
  spelling: Spelling;
  /** Whether it came from a file of the person's own. */
  file?: boolean;
  /** How far it may be from what the file means. */
  read?: Approximation;
  /** The mesh that it is the hull of, where that is asked about. */
  mesh?: MeshBody;
  /** The file of that mesh. */
  source?: Source;
}

/** A file with a mesh, and the files opened with it. It is in no link. */
export class Source {
  constructor(
    readonly file: File,
    readonly others: readonly File[],
    readonly isConvex: boolean,
  ) {}

  /** Nothing of it goes into JSON. */
  toJSON(): undefined {
    return undefined;
  }
}

/** How B moves, in the words of the pairs file, and how many seconds that takes. */
export interface Course {
  travel: Point;
  /** In radians. */
  turn: number;
  center: Point;
  seconds: number;
  /** How many samples a second are shown beside the motion, if not {@link RATE}. */
  rate?: number;
}

/** So many samples a second are what most programs take. */
export const RATE = 60;

/** All that a link restores. Which step is shown is counted from 0; `null` is the last one, the answer. */
export interface State {
  dim: 2 | 3;
  numbers: Numbers;
  shapes: Shape[];
  /** The two shapes asked about. */
  pair: [number, number];
  step: number | null;
  /** The ready scene that this began as, and still is unless `changed`. */
  scene: string | null;
  changed: boolean;
  /** What a pasted line was called; echoed by the command. */
  id?: unknown;
  /** Whether the question is about the hulls, although the meshes are there. */
  hulls?: boolean;
  /** How B moves, where that is asked about. */
  motion?: Course;
  /** The fraction of the motion that is looked at; if there is none, that of the step. In a lesson: where its slider is. */
  at?: number | null;
  /** A title and a text of a teacher's own, in place of the lesson's. */
  title?: string;
  text?: string;
  /** Where the pictures look, each by its numbers; where there is none, they show all. */
  camera?: number[][];
}

/** Whether both shapes asked about are the hulls of meshes that are here, and one of the meshes is not convex. */
export function hasMeshes(state: State): boolean {
  const pair = state.pair.map((place) => state.shapes[place]!);
  return pair.every(({ mesh }) => mesh) && pair.some(({ source }) => source?.isConvex === false);
}

/** The meshes whose surfaces are asked about; none where the question is about convex shapes. */
export function surfaces(state: State): [MeshBody, MeshBody] | undefined {
  if (state.hulls || !hasMeshes(state)) return undefined;
  return state.pair.map((place) => state.shapes[place]!.mesh!) as [MeshBody, MeshBody];
}

export function line(state: State): Line {
  const [a, b] = state.pair.map((place) => state.shapes[place]!.spelling) as [Spelling, Spelling];
  return {
    id: state.id ?? state.scene ?? "page",
    dim: state.dim,
    scalar: state.numbers === "f32" ? "f32" : "f64",
    ...(state.numbers === "exact" ? { precision: "exact" as const } : {}),
    a,
    b,
    ...(state.motion ? { motion_b: displacement(state.motion) } : {}),
  };
}

/** A motion as the pairs file has it. */
function displacement({ travel, turn, center }: Course): NonNullable<Line["motion_b"]> {
  return turn === 0 ? { travel } : { travel, turn, center };
}

/** Whether B is a point that travels straight on. */
export function isRay({ motion, shapes, pair }: State): boolean {
  return motion?.turn === 0 && shapes[pair[1]]!.spelling.points?.length === 1;
}

/** How far the shapes asked about may be from what their files mean, together. */
export function approximation(state: State): Approximation {
  const sum = (key: keyof Approximation) => state.pair.reduce((all, place) => all + (state.shapes[place]!.read?.[key] ?? 0), 0);
  return { outward: sum("outward"), inward: sum("inward") };
}

/** A state from a line of the pairs file; throws the reason why not, in the command's words. */
export function fromLine(text: string): State {
  const { dim, scalar } = asked(text);
  const value = JSON.parse(text) as Partial<Line> & Pick<Line, "a" | "b">;
  const numbers = value.precision === "exact" ? "exact" : scalar;
  const motion = dim === 2 && numbers === "f64" ? courseOf(value) : undefined;
  return {
    dim,
    numbers,
    ...(motion ? { motion, at: null } : {}),
    shapes: [
      { name: "A", spelling: value.a },
      { name: "B", spelling: value.b },
    ],
    pair: [0, 1],
    step: null,
    scene: null,
    changed: true,
    ...(value.id === undefined || value.id === null ? {} : { id: value.id }),
  };
}

/** What a line may say of motions. */
const MOVING = ["motion_a", "motion_b", "morph_a", "morph_b"];

/** Whether a line asks about shapes that move. */
export function moves(text: string): boolean {
  const value = JSON.parse(text) as object;
  return MOVING.some((key) => key in value);
}

/** The motion of a line, as far as the page shows such: B alone moves, until contact, and both are hulls of points. */
function courseOf(value: Pick<Line, "a" | "b"> & { motion_b?: Partial<Course>; ask?: string }): Course | undefined {
  const others = ["motion_a", "morph_a", "morph_b", "target", "start"].some((key) => key in value);
  if (others || !value.motion_b || (value.ask ?? "impact") !== "impact" || !isHull(value.a) || !isHull(value.b)) return undefined;
  const { travel = [0, 0], turn = 0, center = [0, 0] } = value.motion_b;
  const course = { travel, turn, center, seconds: 1 };
  return isCourse(course) ? course : undefined;
}

/** The state that foreign JSON means; throws the reason why not. */
export function checked(value: unknown): State {
  const { dim, numbers, shapes, pair, step, scene, motion, at, title, text, camera } = (value ?? {}) as Partial<State>;
  const isShape = (shape: Partial<Shape> | null) => typeof shape?.name === "string" && typeof shape.spelling === "object";
  const isPlace = (place: unknown) => Number.isInteger(place) && (place as number) >= 0 && (place as number) < shapes!.length;
  const holds =
    (dim === 2 || dim === 3) &&
    ["f32", "f64", "exact"].includes(numbers!) &&
    Array.isArray(shapes) &&
    shapes.length >= 2 &&
    shapes.every(isShape) &&
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every(isPlace) &&
    pair[0] !== pair[1] &&
    (step === null || (Number.isInteger(step) && step! >= 0)) &&
    (scene === null || typeof scene === "string") &&
    (motion === undefined || (dim === 2 && numbers === "f64" && isCourse(motion) && shapes.every(({ spelling }) => isHull(spelling)))) &&
    (at === undefined || at === null || (Number.isFinite(at) && at >= 0 && at <= 1)) &&
    (title === undefined || (typeof title === "string" && title.length <= MOST_TITLE)) &&
    (text === undefined || (typeof text === "string" && text.length <= MOST_TEXT)) &&
    (camera === undefined || (Array.isArray(camera) && camera.length <= 4 && camera.every((view) => Array.isArray(view) && view.length <= 6 && view.every(Number.isFinite))));
  if (!holds) throw new Error("its parts are not those of a scene");
  const state = value as State;
  // Bystanders are drawn, too: each has to be a shape.
  for (const { spelling } of shapes!) asked(JSON.stringify({ ...line(state), b: spelling }));
  asked(JSON.stringify(line(state)));
  return state;
}

const isPoint = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

function isCourse(value: Partial<Course> | null): boolean {
  return isPoint(value?.travel) && Number.isFinite(value?.turn) && isPoint(value?.center) && Number.isFinite(value?.seconds) && value!.seconds! > 0 && (value!.rate ?? RATE) >= 1 && (value!.rate ?? RATE) * value!.seconds! <= 1000;
}

/** Whether a shape is the hull of points in its place, and nothing else: only such shapes move on this page. */
function isHull(spelling: Spelling): boolean {
  return spelling.points !== undefined && Object.keys(spelling).every((key) => key === "points" || key === "pose");
}

export function pose(shape: Shape, dim: number): Pose {
  const identity = dim === 2 ? [1, 0] : [0, 0, 0, 1];
  const { translation, rotation } = shape.spelling.pose ?? { translation: [], rotation: [] };
  return {
    translation: translation?.length ? translation : new Array<number>(dim).fill(0),
    rotation: rotation?.length ? rotation : identity,
  };
}

export function withPose(shape: Shape, pose: Pose): Shape {
  return { ...shape, spelling: { ...shape.spelling, pose } };
}

export function moved(shape: Shape, dim: number, by: Point): Shape {
  const { translation, rotation } = pose(shape, dim);
  return withPose(shape, { rotation, translation: translation.map((value, axis) => tidy(value + by[axis]!)) });
}

/** Turned about a point of the world, counter-clockwise; plane shapes. */
export function turned(shape: Shape, angle: number, about: Point): Shape {
  const { translation, rotation } = pose(shape, 2);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = rotation as [number, number];
  const length = Math.hypot(c * x - s * y, s * x + c * y);
  const [dx, dy] = [translation[0]! - about[0]!, translation[1]! - about[1]!];
  return withPose(shape, {
    translation: [about[0]! + c * dx - s * dy, about[1]! + s * dx + c * dy],
    rotation: [(c * x - s * y) / length, (s * x + c * y) / length],
  });
}

/** The shape of points with one of them elsewhere, given in the world; plane shapes. */
export function cornered(shape: Shape, index: number, to: Point): Shape {
  const { points } = shape.spelling;
  if (!points) return shape;
  const { translation, rotation } = pose(shape, 2);
  const [x, y] = [to[0]! - translation[0]!, to[1]! - translation[1]!];
  const [c, s] = rotation as [number, number];
  const local = [c * x + s * y, c * y - s * x].map(tidy);
  return { ...shape, spelling: { ...shape.spelling, points: points.map((point, place) => (place === index ? local : point)) } };
}

/** Turned about a point of the world by a unit quaternion of the world; shapes of space. */
export function spun(shape: Shape, turn: [number, number, number, number], about: Point): Shape {
  const { translation, rotation } = pose(shape, 3);
  const product = times(turn, rotation as [number, number, number, number]);
  const length = Math.hypot(...product);
  const arm = translation.map((value, axis) => value - about[axis]!);
  const [a, b, c, d] = turn;
  const moved = times(times(turn, [arm[0]!, arm[1]!, arm[2]!, 0]), [-a, -b, -c, d]);
  return withPose(shape, {
    translation: about.map((value, axis) => value + moved[axis]!),
    rotation: product.map((part) => part / length),
  });
}

function times([a, b, c, d]: [number, number, number, number], [x, y, z, w]: [number, number, number, number]): [number, number, number, number] {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

/** What a person drags is written with as many digits as a person can see; what a scene says stays as it is. */
export function tidy(value: number): number {
  return Math.abs(value) < 1e6 && Math.abs(value) > 1e-3 ? Math.round(value * 1e4) / 1e4 : value;
}
