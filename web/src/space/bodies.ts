// Convex bodies for the eye: the hull of a cloud of points, translucent, with its sharp edges.

import {
  BufferGeometry,
  type Color,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { Point } from "../engine.ts";
import { vector } from "./view.ts";

/** Facets that meet at less than this are drawn as one smooth surface, in radians. */
const CREASE = 0.35;

/** A cloud flatter than this part of its size has no inside to draw as a body. */
const FLAT = 1e-7;

export interface Surface {
  faces: BufferGeometry;
  edges: BufferGeometry;
}

/** The hull of a cloud; a flat one as it is. */
export function surface(points: Point[]): Surface {
  const cloud = points.map(vector);
  const rank = spread(cloud);
  if (rank === 3) {
    const hull = new ConvexGeometry(cloud);
    return { faces: toCreasedNormals(hull, CREASE), edges: new EdgesGeometry(hull, (CREASE * 180) / Math.PI) };
  }
  if (rank === 2) return flat(cloud);
  const ends = rank === 1 ? far(cloud) : [];
  return { faces: new BufferGeometry(), edges: new BufferGeometry().setFromPoints(ends) };
}

/** The dimension that a cloud spans. */
function spread(cloud: Vector3[]): number {
  const [first, last] = far(cloud);
  const axis = last.clone().sub(first);
  const size = axis.length();
  if (size === 0) return 0;
  axis.normalize();
  const off = (point: Vector3) => point.clone().sub(first).cross(axis);
  const widest = cloud.map(off).reduce((best, next) => (next.lengthSq() > best.lengthSq() ? next : best), new Vector3());
  if (widest.length() <= FLAT * size) return 1;
  const normal = widest.clone().normalize().cross(axis).cross(axis).normalize();
  const side = widest.normalize();
  const thick = Math.max(...cloud.map((point) => Math.abs(point.clone().sub(first).dot(side))));
  return thick <= FLAT * size || normal.lengthSq() === 0 ? 2 : 3;
}

/** Two points of a cloud far from each other. */
function far(cloud: Vector3[]): [Vector3, Vector3] {
  const from = (point: Vector3) => cloud.reduce((best, next) => (next.distanceToSquared(point) > best.distanceToSquared(point) ? next : best), point);
  const first = from(cloud[0]!);
  return [first, from(first)];
}

/** A flat cloud: its outline as a fan, in the order of the angle about its middle. */
function flat(cloud: Vector3[]): Surface {
  const middle = cloud.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(cloud.length);
  const [first, last] = far(cloud);
  const axis = last.clone().sub(first).normalize();
  const normal = cloud.map((point) => point.clone().sub(first).cross(axis)).reduce((best, next) => (next.lengthSq() > best.lengthSq() ? next : best)).normalize();
  const other = normal.clone().cross(axis);
  const angle = (point: Vector3) => Math.atan2(point.clone().sub(middle).dot(other), point.clone().sub(middle).dot(axis));
  const round = [...cloud].sort((left, right) => angle(left) - angle(right));
  const ring = round.flatMap((point, place) => [point, round[(place + 1) % round.length]!]);
  const fan = round.flatMap((point, place) => [middle, point, round[(place + 1) % round.length]!]);
  const faces = new BufferGeometry().setFromPoints(fan);
  faces.computeVertexNormals();
  return { faces, edges: new BufferGeometry().setFromPoints(ring) };
}

/** A body with its edges, in a colour, so transparent. */
export function body(surface: Surface, colour: Color, opacity: number): Group {
  const material = new MeshStandardMaterial({
    color: colour,
    transparent: opacity < 1,
    opacity,
    roughness: 0.75,
    side: DoubleSide,
    depthWrite: opacity > 0.5,
    polygonOffset: true,
    polygonOffsetFactor: 1,
  });
  const mesh = new Mesh(surface.faces, material);
  const lines = new LineSegments(surface.edges, new LineBasicMaterial({ color: colour, transparent: true, opacity: Math.min(1, opacity + 0.35) }));
  const group = new Group();
  group.add(mesh, lines);
  return group;
}

/** Triangles by their corners. */
export function triangles(points: Vector3[], facets: number[][]): BufferGeometry {
  const numbers = facets.flatMap((facet) => facet.flatMap((place) => points[place]!.toArray()));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(numbers, 3));
  geometry.computeVertexNormals();
  return geometry;
}
