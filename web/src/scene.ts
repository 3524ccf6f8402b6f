// The state of the page, and the line of the pairs file that it stands for.

import type { Line, Point, Pose, Spelling } from "./engine.ts";

export type Numbers = "f32" | "f64" | "exact";

export interface Shape {
  name: string;
  spelling: Spelling;
}

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
}

export function line(state: State): Line {
  const [a, b] = state.pair.map((place) => state.shapes[place]!.spelling) as [Spelling, Spelling];
  return {
    id: state.scene ?? "page",
    dim: state.dim,
    scalar: state.numbers === "f32" ? "f32" : "f64",
    ...(state.numbers === "exact" ? { precision: "exact" as const } : {}),
    a,
    b,
  };
}

/** A state from a line of the pairs file, or the reason why not. */
export function fromLine(text: string): State {
  const value = JSON.parse(text) as Partial<Line>;
  if (!value.a || !value.b) throw new Error("a line of the pairs file needs the keys a and b");
  const dim = value.dim ?? (sample(value.a)?.length === 3 ? 3 : 2);
  return {
    dim,
    numbers: value.precision === "exact" ? "exact" : (value.scalar ?? "f64"),
    shapes: [
      { name: "A", spelling: value.a },
      { name: "B", spelling: value.b },
    ],
    pair: [0, 1],
    step: null,
    scene: null,
    changed: true,
  };
}

/** A point or vector of a shape, which tells its dimension. */
function sample({ points, ball, segment, capsule, triangle, cuboid, ellipsoid, pose }: Spelling): Point | undefined {
  const of = points?.[0] ?? ball?.center ?? segment?.start ?? capsule?.start ?? triangle?.vertices[0];
  return of ?? cuboid?.half_extents ?? ellipsoid?.semi_axes ?? pose?.translation;
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

/** Turned about its own frame's origin, counter-clockwise; plane shapes. */
export function turned(shape: Shape, angle: number): Shape {
  const { translation, rotation } = pose(shape, 2);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = rotation as [number, number];
  const length = Math.hypot(c * x - s * y, s * x + c * y);
  return withPose(shape, { translation, rotation: [(c * x - s * y) / length, (s * x + c * y) / length] });
}

/** Turned about its own frame's origin by a unit quaternion of the world; shapes of space. */
export function spun(shape: Shape, [a, b, c, d]: [number, number, number, number]): Shape {
  const { translation, rotation } = pose(shape, 3);
  const [x, y, z, w] = rotation as [number, number, number, number];
  const product = [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
  const length = Math.hypot(...product);
  return withPose(shape, { translation, rotation: product.map((part) => part / length) });
}

/** What a person drags is written with as many digits as a person can see; what a scene says stays as it is. */
export function tidy(value: number): number {
  return Math.abs(value) < 1e6 && Math.abs(value) > 1e-3 ? Math.round(value * 1e4) / 1e4 : value;
}
