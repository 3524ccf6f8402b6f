// Geometry of three.js and Babylon.js, by its structure: nothing of them is imported.

import { refuse, shown } from "./fault.js";

/**
 * How far two axes of a matrix may be from orthogonal, and factors from each other, relative. Matrices of glTF have
 * numbers of 32 bits, whose rounding three products enlarge; a larger part would call sheared matrices rotations.
 */
const SHEAR = 2 ** -18;

/** The sixteen numbers of a matrix, column by column: of three.js (`elements`), of Babylon.js (`m`), or an array. */
function elementsOf(matrix, field) {
  const found = matrix?.elements ?? matrix?.m ?? matrix;
  if (found?.length !== 16) refuse("bad_number", `${field} is ${shown(matrix)}: a matrix of 16 numbers is expected`);
  for (let place = 0; place < 16; place++) if (!Number.isFinite(found[place])) refuse("not_finite", `${field}[${place}] is ${found[place]}: a finite number is expected`);
  return found;
}

/** A matrix as translation, rotation and scale. A mirror has a negative factor along x. Shear is refused. */
export function partsOf(matrix, field = "matrix") {
  const e = elementsOf(matrix, field);
  const columns = [0, 4, 8].map((first) => [e[first], e[first + 1], e[first + 2]]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const scale = columns.map((column) => Math.hypot(...column));
  if (scale.some((factor) => !(factor > 0))) refuse("bad_number", `${field} has the scale ${scale.join(", ")}: factors above 0 are expected`);
  for (const [a, b] of [[0, 1], [0, 2], [1, 2]]) {
    if (Math.abs(dot(columns[a], columns[b])) > SHEAR * scale[a] * scale[b]) refuse("bad_rotation", `${field} has shear, which no pose has: bake it into the geometry`);
  }
  const [x, y, z] = columns;
  const isMirror = dot(x, [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]) < 0;
  if (isMirror) scale[0] = -scale[0];
  const axes = columns.map((column, axis) => column.map((number) => number / scale[axis]));
  return { translation: [e[12], e[13], e[14]], rotation: quaternionOf(axes), scale };
}

/** The unit quaternion of orthonormal axes: the largest of its numbers is found first, so none is a small difference. */
function quaternionOf([[a, b, c], [d, e, f], [g, h, i]]) {
  const traces = [a - e - i, e - a - i, i - a - e, a + e + i];
  const place = traces.indexOf(Math.max(...traces));
  const largest = Math.sqrt(1 + traces[place]) / 2;
  const part = 1 / (4 * largest);
  const rows = [
    [largest, (b + d) * part, (g + c) * part, (f - h) * part],
    [(b + d) * part, largest, (f + h) * part, (g - c) * part],
    [(g + c) * part, (f + h) * part, largest, (b - d) * part],
    [(f - h) * part, (g - c) * part, (b - d) * part, largest],
  ];
  return rows[place];
}

/** The pose of a matrix. `scale` is what the geometry has in it already; another one in the matrix is refused. */
export function poseOf(matrix, scale = [1, 1, 1]) {
  const { translation, rotation, scale: own } = partsOf(matrix);
  const differs = own.some((factor, axis) => !(Math.abs(factor - scale[axis]) <= SHEAR * Math.abs(scale[axis])));
  if (differs) refuse("bad_number", `matrix has the scale ${own.join(", ")}, and the body has ${scale.join(", ")}: make it anew with \`meshOf\``);
  return { translation, rotation };
}

/** The positions and triangles of a geometry of three.js or a mesh of Babylon.js, as they are. */
export function trianglesOf(geometry) {
  if (typeof geometry?.getVerticesData === "function") {
    const [positions, index] = [geometry.getVerticesData("position"), geometry.getIndices?.()];
    if (!positions) refuse("empty", "the mesh has no positions");
    return { read: (vertex, axis) => positions[3 * vertex + axis], vertices: positions.length / 3, corners: index?.length ? Uint32Array.from(index) : every(positions.length / 3) };
  }
  const own = geometry?.geometry ?? geometry;
  const position = own?.attributes?.position;
  if (!position) refuse("bad_number", `geometry is ${shown(geometry)}: a BufferGeometry with positions, or a Babylon mesh, is expected`);
  if (position.itemSize !== 3) refuse("bad_number", `geometry.attributes.position has ${position.itemSize} numbers a vertex: 3 are expected`);
  const all = own.index ? Uint32Array.from(own.index.array.subarray(0, own.index.count)) : every(position.count);
  const { start = 0, count = Infinity } = own.drawRange ?? {};
  const end = Math.min(all.length, start + count);
  const corners = all.subarray(start, end - ((end - start) % 3));
  // Interleaved and normalised attributes read themselves.
  const [get, flat] = [["getX", "getY", "getZ"], position.isInterleavedBufferAttribute || position.normalized ? null : position.array];
  const read = flat ? (vertex, axis) => flat[3 * vertex + axis] : (vertex, axis) => position[get[axis]](vertex);
  return { read, vertices: position.count, corners };
}

function every(count) {
  return Uint32Array.from({ length: count - (count % 3) }, (_, place) => place);
}

/**
 * A body of a geometry, where its matrix puts it. A scale is multiplied into the vertices, and `scale` says it; a mirror
 * keeps the outside outside. Instances share the body: `body.at(...)`.
 */
export function meshOf(cl, geometry, matrixWorld = geometry?.matrixWorld ?? geometry?.getWorldMatrix?.()) {
  const { read, vertices, corners } = trianglesOf(geometry);
  const { translation, rotation, scale } = matrixWorld ? partsOf(matrixWorld, "matrixWorld") : { translation: [0, 0, 0], rotation: undefined, scale: [1, 1, 1] };
  const [isPlain, isMirror] = [scale.every((factor) => factor === 1), scale[0] < 0];
  const positions = new Float64Array(3 * vertices);
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = isPlain ? read(vertex, axis) : read(vertex, axis) * scale[axis];
  }
  if (isMirror) for (let first = 0; first < corners.length; first += 3) [corners[first + 1], corners[first + 2]] = [corners[first + 2], corners[first + 1]];
  return { body: cl.mesh(positions, corners).moveTo(translation, rotation), scale };
}

/** Moves a body to where an object stands now. It throws if the object's scale changed. */
export function follow({ body, scale }, matrixWorld) {
  const { translation, rotation } = poseOf(matrixWorld, scale);
  return body.moveTo(translation, rotation);
}
