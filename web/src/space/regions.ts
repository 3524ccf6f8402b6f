// The Voronoi region of a feature of a simplex in space, as a body: cut out of a box by its planes. Which feature's region
// holds the origin is the solver's word; only the drawing is done here.

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

/** The corners of the region within a box around a point; few or none if there is no such part of it. */
export function regionCorners(simplex: Vector3[], feature: number[], centre: Vector3, reach: number): Vector3[] {
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  const box = axes.flatMap((axis) => [1, -1].map((way) => through(centre.clone().addScaledVector(axis, -way * reach), axis.clone().multiplyScalar(way))));
  const planes = [...box, ...halfSpaces(simplex, feature)].flatMap(({ normal, offset }) => {
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
