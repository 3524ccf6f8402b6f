// Many pairs in one call, with columns for answers. A single body on one side is asked against all of the other.

import { asked } from "./answers.js";
import { isList, known, refuse, shown } from "./fault.js";
import { ANSWER, SHAPE } from "./layout.js";
import { bytesOf, write } from "./row.js";
import { View } from "./view.js";

/** Each column: its array, how many numbers a row has, and its place in an answer. */
const COLUMNS = {
  status: [Uint8Array, () => 1, ANSWER.status, "u32"],
  distance: [Float64Array, () => 1, ANSWER.distance, "f64"],
  lower: [Float64Array, () => 1, ANSWER.lower, "f64"],
  upper: [Float64Array, () => 1, ANSWER.upper, "f64"],
  normal: [Float64Array, (dim) => dim, ANSWER.normal, "f64"],
  pointA: [Float64Array, (dim) => dim, ANSWER.pointA, "f64"],
  pointB: [Float64Array, (dim) => dim, ANSWER.pointB, "f64"],
  leafA: [Uint32Array, () => 1, ANSWER.leafA, "u32"],
  leafB: [Uint32Array, () => 1, ANSWER.leafB, "u32"],
};

function sides(a, b) {
  for (const [side, field] of [[a, "a"], [b, "b"]]) {
    if (!Array.isArray(side) && !(side instanceof View)) refuse("bad_number", `${field} is ${shown(side)}: a body or an array of bodies is expected`);
  }
  const [one, other] = [a, b].map((side) => (Array.isArray(side) ? side : [side]));
  const count = Array.isArray(a) ? one.length : other.length;
  if (Array.isArray(a) && Array.isArray(b) && one.length !== other.length) refuse("bad_number", `b has ${other.length} bodies, and a has ${one.length}`);
  return { one, other, count, strides: [a, b].map((side) => (Array.isArray(side) ? SHAPE.bytes : 0)) };
}

/** Calls for all pairs, with a place for so many bytes a row. */
function ask(engine, name, a, b, options, width, read) {
  const { one, other, count, strides } = sides(a, b);
  const [first, second] = [bytesOf(one.length), bytesOf(other.length)];
  return engine.borrow(first + second + count * width, (start) => {
    write(engine, one, "a", start);
    write(engine, other, "b", start + first);
    const out = start + first + second;
    engine.call(name, start, strides[0], start + first, strides[1], count, asked(engine, options), out, 0);
    return read(out, count, one[0]?.dim ?? other[0]?.dim ?? 3);
  });
}

/** The words of batches, for an instance. */
export function batches(engine) {
  const columns = (name) => (a, b, options) => {
    const { out = {}, ...rest } = options === undefined ? {} : known(options, ["out", "precision", "maxIterations", "tolerance", "cache"], "options");
    known(out, Object.keys(COLUMNS), "options.out");
    const own = Object.keys(rest).length > 0 ? rest : undefined;
    return ask(engine, name, a, b, own, ANSWER.bytes, (rows, count, dim) => {
      const wanted = Object.keys(out).length > 0 ? Object.keys(out) : Object.keys(COLUMNS);
      return Object.fromEntries(wanted.map((column) => [column, columnOf(engine, column, out[column], rows, count, dim)]));
    });
  };
  return {
    distances: columns("cl_distances"),
    signedDistances: columns("cl_signed_distances"),
    overlapsMany: (a, b, options) => ask(engine, "cl_overlaps_many", a, b, options, 1, (rows, count) => engine.u8.slice(rows, rows + count)),
  };
}

function columnOf(engine, column, given, rows, count, dim) {
  const [List, widthOf, member, view] = COLUMNS[column];
  const width = widthOf(dim);
  const array = given ?? new List(count * width);
  if (!isList(array) || array.length < count * width) refuse("bad_number", `options.out.${column} is too short: ${count * width} numbers are expected`);
  const [words, size] = [engine[view], engine[view].BYTES_PER_ELEMENT];
  for (let row = 0; row < count; row++) {
    const from = (rows + row * ANSWER.bytes + member) / size;
    for (let axis = 0; axis < width; axis++) array[row * width + axis] = words[from + axis];
  }
  return array;
}
