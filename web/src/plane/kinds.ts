// The shapes that can be added to a picture of the plane, at the origin of their own frame.

import type { Spelling } from "../engine.ts";

const tidy = (value: number): number => Math.round(value * 1000) / 1000;

const regular = (count: number, size: number): number[][] =>
  Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count + Math.PI / 2;
    return [size * Math.cos(angle), size * Math.sin(angle)].map(tidy);
  });

export const KINDS: [string, Spelling][] = [
  ["point", { points: [[0, 0]] }],
  ["segment", { segment: { start: [-1, 0], end: [1, 0] } }],
  ["triangle", { points: regular(3, 1) }],
  ["box", { cuboid: { half_extents: [1.1, 0.7] } }],
  ["hexagon", { points: regular(6, 1) }],
  ["ball", { ball: { center: [0, 0], radius: 0.8 } }],
  ["capsule", { capsule: { start: [-0.8, 0], end: [0.8, 0], radius: 0.45 } }],
  ["ellipse", { ellipsoid: { semi_axes: [1.1, 0.6] } }],
  ["rounded box", { cuboid: { half_extents: [0.8, 0.5] }, radius: 0.3 }],
];
