// Options as the module reads them, and answers as it writes them.

import { OPTION, OUT } from "./engine.js";
import { count, known, length, refuse, shown, vector, word } from "./fault.js";
import { ANSWER, NO_LEAF, OPTIONS } from "./layout.js";

export const STATUS = ["separated", "touching", "overlapping"];
const PRECISION = ["float", "exact"];
const START = ["stop", "leave"];
const KEYS = ["precision", "start", "maxIterations", "tolerance", "target", "cache"];

/** Writes options, and gives their place: 0 for the defaults. */
export function asked(engine, options, maxDistance = Infinity) {
  if (options === undefined && maxDistance === Infinity) return 0;
  const { precision = "float", start = "stop", maxIterations = 512, tolerance = 1e-12, target = 0, cache } = known(options ?? {}, KEYS, "options");
  const to = engine.base + OPTION;
  const words = [
    [OPTIONS.size, OPTIONS.bytes],
    [OPTIONS.precision, word(precision, PRECISION, "options.precision")],
    [OPTIONS.start, word(start, START, "options.start")],
    [OPTIONS.maxIterations, count(maxIterations, "options.maxIterations", 1)],
    [OPTIONS.cache, cache === undefined ? 0 : handleOf(engine, cache)],
  ];
  for (const [place, value] of words) engine.u32[(to + place) >>> 2] = value;
  engine.f64[(to + OPTIONS.tolerance) >>> 3] = length(tolerance, "options.tolerance");
  engine.f64[(to + OPTIONS.maxDistance) >>> 3] = maxDistance;
  engine.f64[(to + OPTIONS.target) >>> 3] = length(target, "options.target");
  return to;
}

/** What a query remembers for the next one of nearly the same pair. */
export class Cache {
  constructor(owned) {
    this._ = owned;
  }
  dispose() {
    this._.dispose();
  }
}
if (Symbol.dispose) {
  Cache.prototype[Symbol.dispose] = Cache.prototype.dispose;
}

function handleOf(engine, cache) {
  if (!(cache instanceof Cache)) refuse("bad_number", `options.cache is ${shown(cache)}: a cache of this package is expected`);
  if (cache._.engine !== engine) refuse("foreign", "options.cache belongs to another instance of the module");
  if (cache._.isDisposed) refuse("disposed", "options.cache was disposed");
  return cache._.pointer;
}

/** Where answers are written. Structs that may grow begin with their size. */
export function place(engine, bytes = 0) {
  const to = engine.base + OUT;
  engine.u32[to >>> 2] = bytes;
  return to;
}

/** The numbers of a vector. */
export function vectorAt(engine, at, dim) {
  const from = at >>> 3;
  return dim === 2 ? [engine.f64[from], engine.f64[from + 1]] : [engine.f64[from], engine.f64[from + 1], engine.f64[from + 2]];
}

/** A leaf, or null where the body has none. */
export function leafAt(engine, at) {
  const leaf = engine.u32[at >>> 2];
  return leaf === NO_LEAF ? null : leaf;
}

/** A `cl_answer` as a plain object. */
export function answerAt(engine, at, dim) {
  const [f64, u32, number, first] = [engine.f64, engine.u32, at >>> 3, at >>> 2];
  return {
    status: STATUS[u32[first]],
    distance: f64[number + 2],
    lower: f64[number + 3],
    upper: f64[number + 4],
    pointA: vectorAt(engine, at + ANSWER.pointA, dim),
    pointB: vectorAt(engine, at + ANSWER.pointB, dim),
    normal: vectorAt(engine, at + ANSWER.normal, dim),
    leafA: leafAt(engine, at + ANSWER.leafA),
    leafB: leafAt(engine, at + ANSWER.leafB),
    iterations: u32[first + 1],
  };
}

/** The same into an object that the caller keeps, whose vectors are there already: nothing is allocated. */
export function answerInto(engine, at, dim, out) {
  const [f64, u32, number, first] = [engine.f64, engine.u32, at >>> 3, at >>> 2];
  out.status = STATUS[u32[first]];
  out.distance = f64[number + 2];
  out.lower = f64[number + 3];
  out.upper = f64[number + 4];
  for (let axis = 0; axis < dim; axis++) {
    out.normal[axis] = f64[number + 5 + axis];
    out.pointA[axis] = f64[number + 8 + axis];
    out.pointB[axis] = f64[number + 11 + axis];
  }
  out.leafA = leafAt(engine, at + ANSWER.leafA);
  out.leafB = leafAt(engine, at + ANSWER.leafB);
  out.iterations = u32[first + 1];
  return out;
}

/** An object for `distanceInto`. */
export function emptyAnswer(dim = 3) {
  const vector = () => new Array(dim).fill(0);
  return { status: "separated", distance: 0, lower: 0, upper: 0, pointA: vector(), pointB: vector(), normal: vector(), leafA: null, leafB: null, iterations: 0 };
}

/** Writes a vector at a place. */
export function give(engine, value, at, dim, field) {
  const found = vector(value, field, dim);
  for (let axis = 0; axis < 3; axis++) engine.f64[(at >>> 3) + axis] = axis < dim ? found[axis] : 0;
  return at;
}

