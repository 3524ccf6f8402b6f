// The Voronoi regions of the features of a simplex in space: one as a body, cut out of a box by its planes; all of them by
// the walls between them. Which feature's region holds the origin is the solver's word; only the drawing is done here.

import { Matrix3, Vector3 } from "three";

/** `normal · p >= offset`. */
interface HalfSpace {
  normal: Vector3;
  offset: number;
}

/** How far a corner may stand beyond a plane that it is cut by, as a part of the box. */
const ROOM = 1e-6;

function through(point: Vector3, normal: Vector3): HalfSpace {
  return { normal, offset: normal.dot(point) };
}

/** The half spaces of the region of a feature, its corners by place in the simplex. */
function halfSpaces(simplex: Vector3[], feature: number[]): HalfSpace[] {
  const others = simplex.map((_, place) => place).filter((place) => !feature.includes(place));
  const at = (place: number) => simplex[place]!;
  const minus = (left: Vector3, right: Vector3) => left.clone().sub(right);
  if (feature.length === 1) return others.map((other) => through(at(feature[0]!), minus(at(feature[0]!), at(other))));
  if (feature.length === 2) {
    const [p, q] = feature.map(at) as [Vector3, Vector3];
    const edge = minus(q, p);
    const ends = [through(p, edge), through(q, edge.clone().negate())];
    // On the side of each face of the edge that is away from the face.
    return [...ends, ...others.map((other) => through(p, minus(at(other), p).projectOnPlane(edge).negate()))];
  }
  const [p, q, r] = feature.map(at) as [Vector3, Vector3, Vector3];
  const normal = minus(q, p).cross(minus(r, p));
  const sides = [[p, q, r], [q, r, p], [r, p, q]].map(([from, to, third]) => through(from!, minus(third!, from!).projectOnPlane(minus(to!, from!))));
  const outward = others.map((other) => through(p, minus(at(other), p).dot(normal) > 0 ? normal.clone().negate() : normal));
  return [...sides, ...outward];
}

/** The six half spaces of a box around a point. */
function boxAround(centre: Vector3, reach: number): HalfSpace[] {
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  return axes.flatMap((axis) => [1, -1].map((way) => through(centre.clone().addScaledVector(axis, -way * reach), axis.clone().multiplyScalar(way))));
}

/** The features of a simplex whose regions are unbounded: corners, edges and faces, by place. */
export function features(count: number): number[][] {
  const all = Array.from({ length: count }, (_, place) => [place]);
  const larger = (smaller: number[][]) => smaller.flatMap((feature) => all.flatMap(([place]) => (place! > feature.at(-1)! ? [[...feature, place!]] : [])));
  const edges = larger(all);
  return [...all, ...edges, ...larger(edges)];
}

/**
 * The walls between the regions, as polygons within a box around a point. Each wall parts the region of an edge from one
 * of a corner or a face, so the walls of the edges are all.
 */
export function regionWalls(simplex: Vector3[], centre: Vector3, reach: number): Vector3[][] {
  const box = boxAround(centre, reach);
  const edges = features(simplex.length).filter(({ length }) => length === 2);
  return edges.flatMap((edge) => {
    const planes = halfSpaces(simplex, edge).filter(({ normal }) => normal.lengthSq() > 0);
    return planes.flatMap((plane) => {
      const wall = [...box, ...planes.filter((other) => other !== plane)].reduce(cut, sheet(plane, centre, 2 * reach));
      return wall.length > 2 ? [wall] : [];
    });
  });
}

/** A large square of a plane, around the point of it that is nearest to another one. */
function sheet({ normal, offset }: HalfSpace, near: Vector3, reach: number): Vector3[] {
  const middle = near.clone().addScaledVector(normal, (offset - normal.dot(near)) / normal.lengthSq());
  const axis = Math.abs(normal.x) < 0.6 * normal.length() ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const u = axis.cross(normal).normalize().multiplyScalar(reach);
  const v = u.clone().cross(normal).normalize().multiplyScalar(reach);
  return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([x, y]) => middle.clone().addScaledVector(u, x!).addScaledVector(v, y!));
}

/** The part of a polygon in a half space. */
function cut(polygon: Vector3[], { normal, offset }: HalfSpace): Vector3[] {
  const height = (point: Vector3) => normal.dot(point) - offset;
  return polygon.flatMap((point, place) => {
    const next = polygon[(place + 1) % polygon.length]!;
    const [here, there] = [height(point), height(next)];
    const kept = here >= 0 ? [point] : [];
    return here < 0 !== there < 0 ? [...kept, point.clone().lerp(next, here / (here - there))] : kept;
  });
}

/** The corners of the region within a box around a point; few or none if there is no such part of it. */
export function regionCorners(simplex: Vector3[], feature: number[], centre: Vector3, reach: number): Vector3[] {
  const planes = [...boxAround(centre, reach), ...halfSpaces(simplex, feature)].flatMap(({ normal, offset }) => {
    const length = normal.length();
    return length > 0 ? [{ normal: normal.clone().divideScalar(length), offset: offset / length }] : [];
  });
  const corners: Vector3[] = [];
  planes.forEach((a, first) =>
    planes.slice(first + 1).forEach((b, second) =>
      planes.slice(first + second + 2).forEach((c) => {
        const matrix = new Matrix3().set(...a.normal.toArray(), ...b.normal.toArray(), ...c.normal.toArray());
        if (Math.abs(matrix.determinant()) < 1e-6) return;
        const corner = new Vector3(a.offset, b.offset, c.offset).applyMatrix3(matrix.invert());
        if (planes.every(({ normal, offset }) => normal.dot(corner) >= offset - ROOM * reach)) corners.push(corner);
      }),
    ),
  );
  return corners;
}
