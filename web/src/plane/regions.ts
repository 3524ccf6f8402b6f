// The Voronoi regions of a simplex, as parts of the visible plane. Which one holds the origin is the solver's word; only
// the drawing is done here: every region is an intersection of half planes, cut out of the window. In pixels, where no
// product leaves the range of numbers, however large or small the shapes are.

import type { Pair } from "./frame.ts";

/** `normal · p >= offset`. */
export interface HalfPlane {
  normal: Pair;
  offset: number;
}

export const through = (point: Pair, normal: Pair): HalfPlane => ({ normal, offset: normal[0] * point[0] + normal[1] * point[1] });
export const minus = (left: Pair, right: Pair): Pair => [left[0] - right[0], left[1] - right[1]];
const opposite = (v: Pair): Pair => [-v[0], -v[1]];

/** The part of a polygon in a half plane. */
export function cut(polygon: Pair[], { normal, offset }: HalfPlane): Pair[] {
  const height = (p: Pair) => normal[0] * p[0] + normal[1] * p[1] - offset;
  return polygon.flatMap((point, place) => {
    const next = polygon[(place + 1) % polygon.length]!;
    const [here, there] = [height(point), height(next)];
    const kept: Pair[] = here >= 0 ? [point] : [];
    if (here < 0 !== there < 0) {
      const part = here / (here - there);
      kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])]);
    }
    return kept;
  });
}

/** The half planes of the region of a feature, its corners by place in the simplex. */
function halfPlanes(simplex: Pair[], feature: number[]): HalfPlane[] {
  const others = simplex.map((_, place) => place).filter((place) => !feature.includes(place));
  const planes: HalfPlane[] = [];
  if (feature.length === 1) {
    const corner = simplex[feature[0]!]!;
    return others.map((other) => through(corner, minus(corner, simplex[other]!)));
  }
  if (feature.length === 2) {
    const [p, q] = feature.map((place) => simplex[place]!) as [Pair, Pair];
    const edge = minus(q, p);
    planes.push(through(p, edge), through(q, opposite(edge)));
    const third = others[0];
    if (third !== undefined) {
      const side: Pair = [edge[1], -edge[0]];
      const inward = minus(simplex[third]!, p);
      const away = side[0] * inward[0] + side[1] * inward[1] > 0 ? opposite(side) : side;
      planes.push(through(p, away));
    }
  }
  return planes;
}

/** The region of a feature within the window; the triangle itself for all three corners. */
export function region(window: Pair[], simplex: Pair[], feature: number[]): Pair[] {
  if (feature.length === 3) return simplex;
  return halfPlanes(simplex, feature).reduce(cut, window);
}

/** The features of a simplex whose regions meet only at their borders: corners, edges, and the inside. */
export function features(count: number): number[][] {
  switch (count) {
    case 1:
      return [[0]];
    case 2:
      return [[0], [1], [0, 1]];
    default:
      return [[0], [1], [2], [0, 1], [1, 2], [2, 0], [0, 1, 2]];
  }
}
