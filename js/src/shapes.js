// What bodies are made of: numbers for plain shapes, arrays for what the module keeps.

import { Body, pointed, sized, supported } from "./body.js";
import { finite, isList, known, length, refuse, shown, vector } from "./fault.js";
import { FLOAT32, NO_LEAF, OPEN, PLANE, UINT16 } from "./layout.js";
import { withRow } from "./row.js";
import { Owned } from "./view.js";

/** The sizes of a box or an ellipsoid. */
function sizes(value, field) {
  const found = vector(value, field);
  for (let axis = 0; axis < found.length; axis++) length(found[axis], `${field}[${axis}]`);
  return found;
}

function same(a, b, field) {
  return vector(b, field, a.length);
}

/** The words that make shapes, for an instance. */
export function shapes(engine) {
  return {
    ball(center, radius) {
      const at = vector(center, "center");
      return sized(engine, "ball", at.length, at, length(radius, "radius"));
    },
    point(position) {
      const at = vector(position, "position");
      return sized(engine, "ball", at.length, at);
    },
    cuboid(halfExtents) {
      const half = sizes(halfExtents, "halfExtents");
      return sized(engine, "box", half.length, half);
    },
    ellipsoid(semiAxes) {
      const axes = sizes(semiAxes, "semiAxes");
      return sized(engine, "ellipsoid", axes.length, axes);
    },
    capsule(start, end, radius) {
      const from = vector(start, "start");
      const corners = Float64Array.of(...from, ...same(from, end, "end"));
      return sized(engine, "capsule", from.length, [], length(radius, "radius"), corners);
    },
    segment(start, end) {
      const from = vector(start, "start");
      return sized(engine, "capsule", from.length, [], 0, Float64Array.of(...from, ...same(from, end, "end")));
    },
    triangle(a, b, c) {
      const first = vector(a, "a");
      return sized(engine, "triangle", first.length, [], 0, Float64Array.of(...first, ...same(first, b, "b"), ...same(first, c, "c")));
    },
    cylinder(halfHeight, radius) {
      return sized(engine, "cylinder", 3, [length(radius, "radius"), length(halfHeight, "halfHeight"), 0]);
    },
    cone(halfHeight, radius) {
      return sized(engine, "cone", 3, [length(radius, "radius"), length(halfHeight, "halfHeight"), 0]);
    },
    halfSpace(normal, offset) {
      const along = vector(normal, "normal");
      if (along.every((number) => number === 0)) refuse("bad_number", "normal is zero: a direction is expected");
      return sized(engine, "halfSpace", along.length, along, finite(offset, "offset"));
    },
    /** Your own convex shape. `support(direction)` gives the point that is farthest along a direction. */
    own(support, options = {}) {
      known(options, ["dim", "radius"], "options");
      if (typeof support !== "function") refuse("bad_number", `support is ${shown(support)}: a function is expected`);
      const dim = options.dim ?? 3;
      const ask = (direction) => vector(support(dim === 2 ? direction.subarray(0, 2) : direction), "support's point", dim);
      const place = engine.support(ask);
      const owned = new Owned(engine, 0, () => engine.forget(place[1]));
      return supported(new Body(engine, "own", dimension(dim), { owned }), place, length(options.radius ?? 0, "options.radius"));
    },
    /** The convex hull of points, which is not built: for few queries. */
    points(points, options) {
      const rows = rowsOf(points, options, "points");
      if (rows.count === 0) refuse("empty", "points has no point");
      for (let index = 0; index < rows.count * rows.dim; index++) {
        const value = rows.array[rows.offset + Math.floor(index / rows.dim) * rows.stride + (index % rows.dim)];
        if (!Number.isFinite(value)) refuse("not_finite", `points[${Math.floor(index / rows.dim)}] has a coordinate that is infinite or not a number`);
      }
      const bytes = rows.array.byteLength;
      const pointer = engine.allocate(bytes);
      fill(engine, pointer, rows.array);
      const owned = new Owned(engine, pointer + rows.offset * rows.width, () => engine.release(pointer, bytes));
      return pointed(new Body(engine, "points", rows.dim, { owned }), rows.stride * rows.width, rows.count, rows.flags);
    },
    /** The convex hull of points with its faces: for many queries with many points. */
    hull(points, options) {
      const rows = rowsOf(points, options, "points");
      const pointer = within(engine, rows, (first) => engine.made("cl_hull_new", first, rows.stride * rows.width, rows.count, rows.flags | (rows.dim === 2 ? PLANE : 0)));
      return ownedBody(engine, "hull", rows.dim, pointer, "cl_hull_free");
    },
    mesh(vertices, triangles, options) {
      const rows = rowsOf(vertices, options, "vertices");
      if (rows.dim !== 3) refuse("mixed", "vertices are of the plane: a mesh is of space");
      const index = triangles === undefined || triangles === null ? counted(rows.count) : indexOf(triangles);
      const pointer = within(engine, rows, (first) =>
        engine.borrow(index.byteLength, (corners) => {
          fill(engine, corners, index);
          const narrow = index instanceof Uint16Array ? UINT16 : 0;
          return engine.made("cl_mesh_new", first, rows.stride * rows.width, rows.count, corners, 0, index.length / 3, rows.flags | narrow);
        }),
      );
      return ownedBody(engine, "mesh", 3, pointer, "cl_mesh_free");
    },
    /** A mesh whose numbers `fill(vertices, triangles)` writes into the module's memory itself. */
    writeMesh(vertexCount, triangleCount, fillIn) {
      for (const [count, field] of [[vertexCount, "vertexCount"], [triangleCount, "triangleCount"]]) {
        if (!Number.isInteger(count) || count < 0 || count > 0x3fffffff) refuse("bad_number", `${field} is ${shown(count)}: a count is expected`);
      }
      if (typeof fillIn !== "function") refuse("bad_number", `fill is ${shown(fillIn)}: a function is expected`);
      const corners = 12 * vertexCount;
      const pointer = engine.borrow(corners + 12 * triangleCount, (first) => {
        fillIn(new Float32Array(engine.buffer, first, 3 * vertexCount), new Uint32Array(engine.buffer, first + corners, 3 * triangleCount));
        engine.refresh();
        return engine.made("cl_mesh_new", first, 0, vertexCount, first + corners, 0, triangleCount, FLOAT32);
      });
      return ownedBody(engine, "mesh", 3, pointer, "cl_mesh_free");
    },
    /** Polygons with holes: a list of polygons, each a list of rings, the outer one first; or one ring. */
    outline(polygons) {
      const all = polygonsOf(polygons);
      const rings = all.flat();
      const points = Float64Array.from(rings.flat(2));
      const sizes = Uint32Array.from(rings, (ring) => ring.length);
      const owners = Uint32Array.from(all.flatMap((polygon, place) => polygon.map(() => place)));
      const pointer = engine.borrow(points.byteLength + 8 * rings.length, (first) => {
        const [second, third] = [first + points.byteLength, first + points.byteLength + 4 * rings.length];
        for (const [to, array] of [[first, points], [second, sizes], [third, owners]]) fill(engine, to, array);
        return engine.made("cl_outline_new", first, 0, points.length / 2, second, third, rings.length, 0);
      });
      return ownedBody(engine, "outline", 2, pointer, "cl_outline_free");
    },
    /** An open line in the plane. */
    polyline(points, options) {
      const rows = rowsOf(points, { dim: 2, ...options }, "points");
      const pointer = within(engine, rows, (first) => engine.made("cl_outline_new", first, rows.stride * rows.width, rows.count, 0, 0, 0, rows.flags | OPEN));
      return ownedBody(engine, "outline", 2, pointer, "cl_outline_free");
    },
    /** Convex shapes side by side, as one body. */
    compound(parts) {
      if (!Array.isArray(parts)) refuse("bad_number", `shapes is ${shown(parts)}: an array of shapes is expected`);
      const pointer = withRow(engine, parts, "shapes", (first) => engine.made("cl_compound_new", first, 0, parts.length));
      return ownedBody(engine, "compound", parts[0]?.dim ?? 3, pointer, "cl_compound_free");
    },
  };
}

function ownedBody(engine, kind, dim, pointer, free) {
  return new Body(engine, kind, dim, { owned: new Owned(engine, pointer, () => engine.free(free, pointer)) });
}

function dimension(dim) {
  if (dim !== 2 && dim !== 3) refuse("bad_number", `options.dim is ${shown(dim)}: 2 or 3 is expected`);
  return dim;
}

/**
 * Points as rows of one typed array. A list of vectors is copied into one; a flat array has three coordinates a point unless
 * `dim` is 2. Stride and offset are in numbers, as in three.js.
 */
function rowsOf(points, options = {}, field) {
  known(options, ["dim", "stride", "offset", "count"], "options");
  let [array, dim] = [points, dimension(options.dim ?? 3)];
  if (Array.isArray(points) && typeof points[0] !== "number") {
    dim = points.length > 0 ? vector(points[0], `${field}[0]`).length : dim;
    array = new Float64Array(points.length * dim);
    points.forEach((point, index) => array.set(vector(point, `${field}[${index}]`, dim), index * dim));
  } else if (Array.isArray(points)) {
    array = Float64Array.from(points);
  }
  if (!(array instanceof Float32Array || array instanceof Float64Array)) {
    refuse("bad_number", `${field} is ${shown(points)}: a Float32Array, a Float64Array or an array of vectors is expected`);
  }
  const [stride, offset] = [options.stride ?? dim, options.offset ?? 0];
  if (!Number.isInteger(stride) || stride < dim) refuse("bad_stride", `options.stride is ${shown(stride)}: a whole number of at least ${dim} is expected`);
  if (!Number.isInteger(offset) || offset < 0) refuse("bad_number", `options.offset is ${shown(offset)}: a whole number of at least 0 is expected`);
  const room = array.length - offset;
  const most = room < dim ? 0 : Math.floor((room - dim) / stride) + 1;
  const count = options.count ?? most;
  if (!Number.isInteger(count) || count < 0 || count > most) refuse("bad_index", `options.count is ${shown(count)}: ${field} has room for ${most}`);
  if (options.count === undefined && options.stride === undefined && options.offset === undefined && array.length % dim !== 0) {
    refuse("bad_number", `${field} has ${array.length} numbers: a multiple of ${dim} is expected`);
  }
  const width = array.BYTES_PER_ELEMENT;
  return { array, dim, stride, offset, count, width, flags: width === 4 ? FLOAT32 : 0 };
}

/** The rows in the module's memory while `use` runs; it gets the place of the first one. */
function within(engine, { array, offset, width }, use) {
  return engine.borrow(array.byteLength, (pointer) => {
    fill(engine, pointer, array);
    return use(pointer + offset * width);
  });
}

function fill(engine, pointer, array) {
  engine.u8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), pointer);
}

/** Triangles as numbers of vertices, 16 or 32 bits wide. */
function indexOf(triangles) {
  const flat = Array.isArray(triangles) && isList(triangles[0]) ? triangles.flatMap((row) => [...row]) : triangles;
  const isTyped = flat instanceof Uint32Array || flat instanceof Uint16Array;
  if (!isTyped && !Array.isArray(flat) && !(flat instanceof Int32Array || flat instanceof Uint8Array)) {
    refuse("bad_number", `triangles is ${shown(triangles)}: a Uint32Array, a Uint16Array or an array of numbers is expected`);
  }
  if (flat.length % 3 !== 0) refuse("bad_number", `triangles has ${flat.length} numbers: a multiple of 3 is expected`);
  if (isTyped) return flat;
  const wrong = flat.findIndex((number) => !Number.isInteger(number) || number < 0 || number >= NO_LEAF);
  if (wrong >= 0) refuse("bad_index", `triangles[${Math.floor(wrong / 3)}] names vertex ${shown(flat[wrong])}`);
  return Uint32Array.from(flat);
}

function counted(vertices) {
  if (vertices % 3 !== 0) refuse("bad_number", `vertices has ${vertices} rows: without triangles a multiple of 3 is expected`);
  return Uint32Array.from({ length: vertices }, (_, index) => index);
}

/** Polygons from what was given: one ring, one polygon, or many. Points have two coordinates. */
function polygonsOf(given) {
  if (!isList(given)) refuse("bad_number", `polygons is ${shown(given)}: an array is expected`);
  const depth = (value) => (isList(value) ? 1 + depth(value[0]) : 0);
  const levels = given.length === 0 ? 4 : depth(given);
  if (levels < 2 || levels > 4) refuse("bad_number", "polygons: a ring of points, a list of rings or a list of polygons is expected");
  const all = levels === 2 ? [[given]] : levels === 3 ? [given] : given;
  return all.map((polygon, p) => polygon.map((ring, r) => ring.map((point, i) => [...vector(point, `polygons[${p}][${r}][${i}]`, 2)])));
}
