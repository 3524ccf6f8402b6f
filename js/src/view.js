// A body as the module reads it: its `cl_shape`, kept as fifteen numbers, so a call copies these alone. What takes memory in
// the module is owned, and shared by all bodies that were made from it.

import { A, B } from "./engine.js";
import { finite, refuse, shown, vector } from "./fault.js";
import { KIND, PLANE, SHAPE } from "./layout.js";

const at = (member) => SHAPE[member] >>> 3;
export const [SIZE, RADIUS, TRANSLATION] = [at("size"), at("radius"), at("pose")];
export const ROTATION = TRANSLATION + 3;
export const [POINTER, STRIDE, COUNT, SUPPORT, USER] = ["pointer", "stride", "count", "support", "user"].map((member) => SHAPE[member] >>> 2);

/** Something in the module's memory that is freed once. */
export class Owned {
  constructor(engine, pointer, drop) {
    this.engine = engine;
    this.pointer = pointer;
    this.isDisposed = false;
    this.release = engine.keep(this, drop);
  }
  dispose() {
    this.isDisposed = true;
    this.release();
  }
}

/** What all bodies have. `_` is for this package alone. */
export class View {
  _;

  constructor(engine, kind, dim, { owned = null, corners = null } = {}) {
    const image = new Float64Array(SHAPE.bytes >>> 3);
    const words = new Uint32Array(image.buffer);
    words[0] = KIND[kind];
    words[1] = dim === 2 ? PLANE : 0;
    if (owned) words[POINTER] = owned.pointer;
    if (corners) words[COUNT] = corners.length / dim;
    this._ = { engine, kind, dim, image, words, owned, corners };
  }
}

/** The parts of a body that an instance may be asked about. */
export function partsOf(engine, body, field) {
  const own = body instanceof View ? body._ : refuse("bad_number", `${field} is ${shown(body)}: a body of this package is expected`);
  if (own.engine !== engine) refuse("foreign", `${field} (${own.kind}) belongs to another instance of the module`);
  if (own.owned?.isDisposed) refuse("disposed", `${field} (${own.kind}) was disposed`);
  return own;
}

/** Writes a body at a place, and its corners at another. */
export function put(engine, body, to, corners, field) {
  const own = partsOf(engine, body, field);
  engine.f64.set(own.image, to >>> 3);
  if (own.corners) {
    engine.f64.set(own.corners, corners >>> 3);
    engine.u32[(to >>> 2) + POINTER] = corners;
  }
  return own;
}

/** Writes one body as the first argument. */
export function single(engine, body, field) {
  const to = engine.base + A;
  return put(engine, body, to, to + SHAPE.bytes, field);
}

/** Writes both bodies. They are of one dimension. */
export function pair(engine, a, b) {
  const to = engine.base + B;
  const [first, second] = [single(engine, a, "a"), put(engine, b, to, to + SHAPE.bytes, "b")];
  if (first.dim !== second.dim) {
    const world = (own) => (own.dim === 2 ? "the plane" : "space");
    refuse("mixed", `b (${second.kind}) is of ${world(second)}, and a (${first.kind}) is of ${world(first)}`);
  }
  return first.dim;
}

/** Writes a pose into an image. */
export function stand(image, translation, rotation, dim, name) {
  const found = vector(translation, `${name}.translation`, dim);
  for (let axis = 0; axis < dim; axis++) image[TRANSLATION + axis] = found[axis];
  turn(image, rotation, dim, name);
}

function turn(image, rotation, dim, name) {
  if (rotation === undefined || rotation === null) {
    image.fill(0, ROTATION, ROTATION + 4);
    return;
  }
  const field = `${name}.rotation`;
  if (dim === 2) {
    const found = typeof rotation === "number" ? [Math.cos(finite(rotation, field)), Math.sin(rotation)] : rotation;
    const [c, s] = vector(found, field, 2);
    if (!(c * c + s * s > 0.25)) refuse("bad_rotation", `${field} is ${c}, ${s}: a cosine and a sine are expected`);
    [image[ROTATION], image[ROTATION + 1]] = [c, s];
    return;
  }
  const found = typeof rotation.w === "number" ? [rotation.x, rotation.y, rotation.z, rotation.w] : rotation;
  vector(found, field, 4);
  const [x, y, z, w] = found;
  if (!(x * x + y * y + z * z + w * w > 0.25)) refuse("bad_rotation", `${field} is ${[...found].join(", ")}: a unit quaternion x, y, z, w is expected`);
  for (let place = 0; place < 4; place++) image[ROTATION + place] = found[place];
}
