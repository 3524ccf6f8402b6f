// The marks of a step in space: simplex, polytope, direction, nearest point, witness points.

import {
  BufferGeometry,
  type Color,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import type { Answer, SimplexVertex, Step } from "../engine.ts";
import { type Names, number, vertexName } from "../words.ts";
import { triangles } from "./bodies.ts";
import { colour, direction, label, vector } from "./view.ts";

const UP = new Vector3(0, 1, 0);

/** A ball; marks are drawn over whatever is before them, since they are what the picture is about. */
export function ball(at: Vector3, radius: number, shade: Color): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 20, 14), over(shade));
  mesh.position.copy(at);
  mesh.renderOrder = 3;
  return mesh;
}

export function rod(from: Vector3, to: Vector3, radius: number, shade: Color): Object3D {
  const way = to.clone().sub(from);
  const length = way.length();
  if (length === 0) return new Group();
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, 10), over(shade));
  mesh.position.copy(from).addScaledVector(way, 0.5);
  mesh.quaternion.setFromUnitVectors(UP, way.divideScalar(length));
  mesh.renderOrder = 2;
  return mesh;
}

function arrow(from: Vector3, direction: Vector3, length: number, radius: number, shade: Color): Group {
  const group = new Group();
  const tip = from.clone().addScaledVector(direction, length);
  const head = new Mesh(new ConeGeometry(radius * 3, radius * 9, 16), over(shade));
  head.position.copy(tip).addScaledVector(direction, -radius * 4.5);
  head.quaternion.setFromUnitVectors(UP, direction);
  head.renderOrder = 3;
  group.add(rod(from, tip.clone().addScaledVector(direction, -radius * 8), radius, shade), head);
  return group;
}

function over(shade: Color): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: shade, depthTest: false, transparent: true, opacity: 0.95 });
}

/** A translucent surface with its edges. */
function skin(points: Vector3[], facets: number[][], shade: Color, opacity: number): Group {
  const geometry = triangles(points, facets);
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ color: shade, transparent: true, opacity, side: DoubleSide, depthWrite: false }));
  mesh.renderOrder = 1;
  const edges = new LineSegments(new EdgesGeometry(geometry, 0), new LineBasicMaterial({ color: shade, transparent: true, opacity: 0.8, depthTest: false }));
  edges.renderOrder = 1;
  const group = new Group();
  group.add(mesh, edges);
  return group;
}

/** Walls that are seen through, with their borders. */
export function walls(polygons: Vector3[][], shade: Color): Group {
  const corners = polygons.flat();
  let first = 0;
  const fans = polygons.flatMap(({ length }) => {
    const from = first;
    first += length;
    return Array.from({ length: length - 2 }, (_, place) => [from, from + place + 1, from + place + 2]);
  });
  const mesh = new Mesh(triangles(corners, fans), new MeshBasicMaterial({ color: shade, transparent: true, opacity: 0.045, side: DoubleSide, depthWrite: false }));
  const ring = polygons.flatMap((polygon) => polygon.flatMap((corner, place) => [corner, polygon[(place + 1) % polygon.length]!]));
  const borders = new LineSegments(new BufferGeometry().setFromPoints(ring), new LineBasicMaterial({ color: shade, transparent: true, opacity: 0.4 }));
  const group = new Group();
  group.add(mesh, borders);
  return group;
}

/** The origin as three crossed rods. */
export function origin(unit: number): Group {
  const group = new Group();
  const ink = colour("ink");
  for (const axis of [new Vector3(1, 0, 0), UP, new Vector3(0, 0, 1)]) {
    group.add(rod(axis.clone().multiplyScalar(-4 * unit), axis.clone().multiplyScalar(4 * unit), 0.3 * unit, ink));
  }
  group.add(ball(new Vector3(), 0.9 * unit, ink), label("O", new Vector3(-2.5 * unit, 0, -2.5 * unit)));
  return group;
}

/** A step on the Minkowski difference. */
export function differenceMarks(step: Step, names: Names, unit: number): Object3D[] {
  const ink = colour("simplex");
  const points = step.simplex.map((vertex) => vector(vertex.point));
  const nearest = mixture(step.simplex, "point");
  const marks: Object3D[] = [];
  if (step.polytope.length) marks.push(skin(step.polytope.map(vector), step.facets, colour("new"), 0.12));
  const facets = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].filter((facet) => facet.every((place) => place < points.length));
  if (facets.length) marks.push(skin(points, facets, ink, 0.16));
  points.forEach((from, place) => {
    for (const to of points.slice(place + 1)) marks.push(rod(from, to, 0.35 * unit, ink));
    marks.push(ball(from, 0.95 * unit, ink), label(vertexName(step.simplex[place]!, names), from, "above"));
  });
  const ring = new Mesh(new TorusGeometry(2 * unit, 0.35 * unit, 10, 32), over(colour("new")));
  const fresh = vector(step.vertex.point);
  const way = direction(step.direction);
  ring.position.copy(fresh);
  ring.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), way);
  marks.push(ring, arrow(fresh, way, 12 * unit, 0.35 * unit, colour("way")), label("d", fresh.clone().addScaledVector(way, 14 * unit), "way-label"));
  if (step.simplex.length <= 3) {
    marks.push(rod(new Vector3(), nearest, 0.3 * unit, colour("way")), ball(nearest, 1 * unit, colour("card")), ball(nearest, 0.65 * unit, colour("ink")));
  }
  return marks;
}

/** A step on the shapes; after the last one the witness points and the gap. */
export function shapeMarks(step: Step | undefined, answer: Answer, last: boolean, unit: number): Object3D[] {
  const marks: Object3D[] = [];
  if (step && !last) {
    const way = direction(step.direction);
    const [a, b] = [vector(step.vertex.a), vector(step.vertex.b)];
    marks.push(ball(a, 1.2 * unit, colour("new")), arrow(a, way, 11 * unit, 0.35 * unit, colour("way")));
    marks.push(ball(b, 1.2 * unit, colour("new")), arrow(b, way.clone().negate(), 11 * unit, 0.35 * unit, colour("way")));
  }
  if (!step && !last) return marks;
  if (!last && step!.simplex.length === 4) return marks;
  const [a, b] = last ? [vector(answer.point_a), vector(answer.point_b)] : [mixture(step!.simplex, "a"), mixture(step!.simplex, "b")];
  const ink = colour("ink");
  marks.push(rod(a, b, 0.45 * unit, ink), ball(a, 1.1 * unit, ink), ball(b, 1.1 * unit, ink));
  const gap = last ? Math.abs(answer.distance) : length(mixed(step!.simplex, "point"));
  marks.push(label(number(gap), a.clone().lerp(b, 0.5), "gap-label above"));
  return marks;
}

function mixture(simplex: SimplexVertex[], of: "point" | "a" | "b"): Vector3 {
  return vector(mixed(simplex, of));
}

function mixed(simplex: SimplexVertex[], of: "point" | "a" | "b"): number[] {
  return [0, 1, 2].map((axis) => simplex.reduce((sum, vertex) => sum + vertex[of][axis]! * vertex.weight, 0));
}

function length(point: number[]): number {
  return Math.hypot(...point);
}
