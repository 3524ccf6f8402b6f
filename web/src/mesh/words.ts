// Meshes and their answer in words.

import type { Contact, MeshAnswer, Related, Relation, Told } from "./module.ts";
import { number } from "../words.ts";

/** The answer in a sentence. While the meshes move, only their distance is known. */
export function verdict({ distance }: MeshAnswer, related: Related | undefined): string {
  switch (related?.relation) {
    case undefined:
      return distance > 0 ? `The surfaces are ${number(distance)} apart.` : "The surfaces meet.";
    case "apart":
      return `A and B are ${number(distance)} apart.`;
    case "touching":
      return "A and B touch: they have common points and no common inside.";
    case "crossing":
      return related!.open ? "A and B cross: their surfaces meet." : "A and B cross: they have a common inside, and neither holds the other.";
    case "a_in_b":
      return within("A", "B", distance);
    case "b_in_a":
      return within("B", "A", distance);
  }
}

function within(inner: string, outer: string, distance: number): string {
  return distance > 0 ? `${inner} lies inside ${outer}, ${number(distance)} from its wall.` : `${inner} lies inside ${outer} and meets its wall.`;
}

/** Where they touch, in a sentence. */
export function touch({ kind, area, lower, upper }: Contact): string {
  if (kind !== "face") return `They touch ${kind === "line" ? "along a line" : "at a point"}.`;
  return `They touch in a face of area ${number(area)}, certainly from ${number(lower)} to ${number(upper)}.`;
}

const RELATIONS = { apart: "apart", touching: "touching", crossing: "crossing", a_in_b: "A in B", b_in_a: "B in A" };

export function relationWord(relation: Relation): string {
  return RELATIONS[relation];
}

export const many = (count: number, thing: string, things = `${thing}s`) => `${count.toLocaleString("en")} ${count === 1 ? thing : things}`;

/** The units that the command knows: its word, the name, the length in metres. */
export const UNITS = [
  { word: "um", name: "micrometres", metres: 1e-6 },
  { word: "mm", name: "millimetres", metres: 1e-3 },
  { word: "cm", name: "centimetres", metres: 1e-2 },
  { word: "m", name: "metres", metres: 1 },
  { word: "in", name: "inches", metres: 0.0254 },
  { word: "ft", name: "feet", metres: 0.3048 },
];

/** The name of a unit of so many metres. */
export function unitName(metres: number): string {
  return UNITS.find((unit) => unit.metres === metres)?.name ?? `units of ${number(metres)} m`;
}

/** What a mesh is, and what is odd about it, a sentence each. */
export function description(told: Told): string[] {
  const { report } = told;
  const odd: [number, string][] = [
    [report.open_edges, `open: ${many(report.open_edges, "edge has", "edges have")} an odd number of triangles`],
    [report.crowded_edges, `${many(report.crowded_edges, "edge has", "edges have")} more than two triangles`],
    [report.turned_edges, `at ${many(report.turned_edges, "edge")} two triangles show different sides`],
    [Number(report.inside_out), "it is turned inside out"],
    [report.degenerate_triangles, `${many(report.degenerate_triangles, "triangle has", "triangles have")} no area`],
    [report.repeated_triangles, `${many(report.repeated_triangles, "triangle occurs", "triangles occur")} twice`],
  ];
  const found = odd.filter(([count]) => count > 0).map(([, words]) => words);
  const parts = report.parts > 1 ? `, ${many(report.parts, "part")} as one body` : "";
  return [
    `${many(told.triangles, "triangle")}, ${many(told.vertices, "vertex", "vertices")}${parts}; ${told.closed ? "closed" : "not closed"}.`,
    told.not_convex === null ? "It is convex." : `It is not convex: ${told.not_convex}.`,
    found.length ? `Odd about it: ${found.join("; ")}.` : "Nothing is odd about it.",
    ...(told.closed ? [] : ["It counts as its surface: it has no inside."]),
    ...told.remarks.map((remark) => `${remark}.`),
  ];
}
