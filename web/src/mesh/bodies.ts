// Meshes for the eye: their triangles as they are, and the boxes around them that the search left out.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
} from "three";
import type { Point } from "../engine.ts";
import { triangles } from "../space/bodies.ts";
import { vector } from "../space/view.ts";
import type { MeshBody } from "./module.ts";

/** Up to so many triangles the sharp edges are drawn, too: to find them takes longer than all else. */
const EDGED = 20_000;

/** Triangles that meet at more than this have an edge between them, in degrees. */
const CREASE = 25;

export interface Drawn {
  faces: BufferGeometry;
  edges: BufferGeometry;
}

/** The triangles of a mesh about its middle, at the scale of the pictures. */
export function drawn(mesh: MeshBody): Drawn {
  const faces = new BufferGeometry();
  faces.setAttribute("position", new BufferAttribute(mesh.part.positions(vector([1, 0, 0]).x), 3));
  faces.setIndex(new BufferAttribute(mesh.part.corners(), 1));
  return { faces, edges: mesh.told.triangles <= EDGED ? new EdgesGeometry(faces, CREASE) : new BufferGeometry() };
}

/** A body in a colour, in a group that stands at its middle. */
export function bodyOf({ faces, edges }: Drawn, colour: Color): Group {
  const material = new MeshStandardMaterial({ color: colour, roughness: 0.75, flatShading: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, transparent: true, opacity: 0.82 });
  const group = new Group();
  group.add(new Mesh(faces, material), new LineSegments(edges, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.5 })));
  return group;
}

/** A convex polygon of the answer, over whatever is before it. */
export function polygonMark(corners: Point[], colour: Color): Object3D {
  const fan = corners.slice(2).map((_, place) => [0, place + 1, place + 2]);
  const geometry = triangles(corners.map(vector), fan);
  const group = new Group();
  const face = new Mesh(geometry, new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.45, side: DoubleSide, depthTest: false }));
  const edges = new LineSegments(new EdgesGeometry(geometry), new LineBasicMaterial({ color: colour, depthTest: false, transparent: true }));
  face.renderOrder = edges.renderOrder = 2;
  group.add(face, edges);
  return group;
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The edges of boxes along the axes of a mesh: the least and the greatest coordinates of each, about the mesh's middle. */
export function boxes(ends: Float32Array, colour: Color): LineSegments<BufferGeometry, LineBasicMaterial> {
  const count = ends.length / 6;
  const positions = new Float32Array(count * 8 * 3);
  const index = new Uint32Array(count * 24);
  for (let box = 0; box < count; box++) {
    let place = 24 * box;
    for (const corner of CORNERS) {
      for (const axis of [0, 1, 2]) positions[24 * box + 3 * corner + axis] = ends[6 * box + axis + ((corner >> axis) & 1 ? 3 : 0)]!;
      for (const axis of [0, 1, 2]) {
        if ((corner >> axis) & 1) continue;
        index[place++] = 8 * box + corner;
        index[place++] = 8 * box + (corner | (1 << axis));
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.6 }));
}
