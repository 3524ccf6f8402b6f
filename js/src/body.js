// A body: a shape, mesh, outline or compound where it stands, and what may be asked about it.

import { finite, length, refuse, shown } from "./fault.js";
import * as motion from "./motion.js";
import * as rest from "./rest.js";
import * as solids from "./solids.js";
import { COUNT, RADIUS, ROTATION, SIZE, STRIDE, SUPPORT, TRANSLATION, USER, View, stand } from "./view.js";

export class Body extends View {
  get kind() {
    return this._.kind;
  }
  /** 2 in the plane, 3 in space. */
  get dim() {
    return this._.dim;
  }
  get pose() {
    const { image, dim } = this._;
    const translation = [...image.subarray(TRANSLATION, TRANSLATION + dim)];
    const rotation = [...image.subarray(ROTATION, ROTATION + (dim === 2 ? 2 : 4))];
    return { translation, rotation: rotation.some((number) => number !== 0) ? rotation : dim === 2 ? [1, 0] : [0, 0, 0, 1] };
  }

  /** The same body elsewhere: a new one that shares what this one owns. */
  at(translation, rotation) {
    const body = copy(this);
    body.moveTo(translation, rotation);
    return body;
  }

  /** Moves this very body. It allocates nothing: for bodies that move in each frame. */
  moveTo(translation, rotation) {
    const { image, dim, kind } = this._;
    stand(image, translation, rotation, dim, kind);
    return this;
  }

  /** The same core, thickened by a radius: all its points and those that are no farther away. */
  rounded(radius) {
    const { kind, image } = this._;
    const isCore = !["mesh", "outline", "compound", "halfSpace"].includes(kind);
    if (!isCore) refuse("unsupported", `${kind}: it has no radius`);
    const body = copy(this);
    body._.image[RADIUS] = image[RADIUS] + length(radius, "radius");
    return body;
  }

  /** A mesh or an outline with its coordinates times a factor. */
  scaled(factor) {
    const own = factors(this);
    if (!(finite(factor, "factor") > 0)) refuse("bad_number", `factor is ${factor}: a number above 0 is expected`);
    const body = copy(this);
    body._.image.set(own.map((number) => number * factor), SIZE);
    return body;
  }

  /** A mesh or an outline mirrored: "x", "yz", ... */
  mirrored(axes) {
    const own = factors(this);
    const letters = "xyz".slice(0, this._.dim);
    if (typeof axes !== "string" || [...axes].some((axis) => !letters.includes(axis))) refuse("bad_number", `axes is ${shown(axes)}: letters of "${letters}" are expected`);
    const body = copy(this);
    body._.image.set(own.map((number, axis) => (axes.includes(letters[axis]) ? -number : number)), SIZE);
    return body;
  }

  // Questions at rest.
  distance(other, options) {
    return rest.distance(this, other, options);
  }
  distanceInto(other, out, options) {
    return rest.distanceInto(this, other, out, options);
  }
  signedDistance(other, options) {
    return rest.signedDistance(this, other, options);
  }
  within(other, maxDistance, options) {
    return rest.within(this, other, maxDistance, options);
  }
  overlaps(other, options) {
    return rest.overlaps(this, other, options);
  }
  isBelow(other, limit) {
    return rest.isBelow(this, other, limit);
  }
  closestPoint(point, options) {
    return rest.closestPoint(this, point, options);
  }
  nearestPairs(other, count, maxDistance) {
    return rest.nearestPairs(this, other, count, maxDistance);
  }
  wayOut(other, direction, options) {
    return rest.wayOut(this, other, direction, options);
  }
  contacts(other, margin, options) {
    return rest.contacts(this, other, margin, options);
  }
  gradient(other, options) {
    return rest.gradient(this, other, options);
  }
  checkSupport() {
    return rest.checkSupport(this);
  }

  // Questions in motion.
  cast(other, travel, options) {
    return motion.cast(this, other, travel, options);
  }
  castRay(origin, travel, options) {
    return motion.castRay(this, origin, travel, options);
  }
  impact(other, motions, options) {
    return motion.impact(this, other, motions, options);
  }
  leastClearance(other, motions, options) {
    return motion.leastClearance(this, other, motions, options);
  }
  crossing(other, direction, options) {
    return motion.crossing(this, other, direction, options);
  }

  // Questions about solids.
  relation(other) {
    return solids.relation(this, other);
  }
  overlap(other) {
    return solids.overlap(this, other);
  }
  commonVolume(other, cells) {
    return solids.commonVolume(this, other, cells);
  }
  report() {
    return solids.report(this);
  }

  /** Frees what the body owns in the module. All bodies that share it are disposed with it. */
  dispose() {
    this._.owned?.dispose();
  }
}
if (Symbol.dispose) {
  Body.prototype[Symbol.dispose] = Body.prototype.dispose;
}

/** A body of the same parts. */
function copy(body) {
  const { engine, kind, dim, image, ...parts } = body._;
  const made = new Body(engine, kind, dim, parts);
  made._.image.set(image);
  return made;
}

function factors(body) {
  const { kind, image, dim } = body._;
  if (kind !== "mesh" && kind !== "outline") refuse("unsupported", `${kind}: meshes and outlines alone are scaled and mirrored`);
  const own = [...image.subarray(SIZE, SIZE + dim)];
  return own.every((number) => number === 0) ? own.map(() => 1) : own;
}

/** A body with sizes and a radius. */
export function sized(engine, kind, dim, size, radius = 0, corners = null) {
  const body = new Body(engine, kind, dim, { corners });
  body._.image.set(size, SIZE);
  body._.image[RADIUS] = radius;
  return body;
}

/** A body whose points lie in the module. */
export function pointed(body, stride, count, flags) {
  const { words } = body._;
  [words[STRIDE], words[COUNT]] = [stride, count];
  words[1] |= flags;
  return body;
}

/** A body with a support function. */
export function supported(body, [support, user], radius) {
  const { words, image } = body._;
  [words[SUPPORT], words[USER]] = [support, user];
  image[RADIUS] = radius;
  return body;
}
