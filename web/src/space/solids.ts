// The solids that can be added to a picture of space, at the origin of their own frame.

import type { Spelling } from "../engine.ts";

const tidy = (value: number): number => Math.round(value * 1000) / 1000;

/** The corners of a right prism over a regular polygon. */
export function prism(sides: number, radius: number, half: number): number[][] {
  return Array.from({ length: 2 * sides }, (_, place) => {
    const angle = (2 * Math.PI * (place % sides)) / sides;
    return [tidy(radius * Math.cos(angle)), tidy(radius * Math.sin(angle)), place < sides ? -half : half];
  });
}

/** The corners of a pyramid over a regular polygon. */
function pyramid(sides: number, radius: number, half: number): number[][] {
  return [...prism(sides, radius, half).slice(0, sides), [0, 0, half]];
}

/** So many points on an ellipsoid, in a spiral: a hull of which every point is a vertex. */
export function pebble(count: number, radii: [number, number, number]): number[][] {
  return Array.from({ length: count }, (_, place) => {
    const z = 1 - (2 * place + 1) / count;
    const radius = Math.sqrt(1 - z * z);
    const angle = place * Math.PI * (3 - Math.sqrt(5));
    return [radius * Math.cos(angle) * radii[0], radius * Math.sin(angle) * radii[1], z * radii[2]].map(tidy);
  });
}

export const SOLIDS: [string, Spelling][] = [
  ["point", { points: [[0, 0, 0]] }],
  ["segment", { segment: { start: [-1, 0, 0], end: [1, 0, 0] } }],
  ["triangle", { points: [[-1, -0.6, 0], [1, -0.6, 0], [0, 1, 0]] }],
  ["box", { cuboid: { half_extents: [1, 0.7, 0.5] } }],
  ["tetrahedron", { points: [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]] }],
  ["prism", { points: prism(6, 0.8, 0.8) }],
  ["pyramid", { points: pyramid(5, 1, 0.8) }],
  ["pebble", { points: pebble(60, [1, 0.8, 0.6]) }],
  ["ball", { ball: { center: [0, 0, 0], radius: 0.8 } }],
  ["capsule", { capsule: { start: [0, 0, -0.8], end: [0, 0, 0.8], radius: 0.45 } }],
  ["ellipsoid", { ellipsoid: { semi_axes: [1, 0.7, 0.5] } }],
  ["cylinder", { cylinder: { half_height: 0.8, radius: 0.6 } }],
  ["cone", { cone: { half_height: 0.8, radius: 0.7 } }],
  ["rounded box", { cuboid: { half_extents: [0.7, 0.5, 0.3] }, radius: 0.25 }],
];
