// Questions about solids: how they lie to each other, and how much they have in common.

import { leafAt, place, vectorAt } from "./answers.js";
import { A, B, FIRST } from "./engine.js";
import { count, refuse } from "./fault.js";
import { OVERLAP, RELATION, REPORT } from "./layout.js";
import { pair, partsOf } from "./view.js";

export const RELATIONS = ["apart", "touching", "crossing", "a_in_b", "b_in_a"];

/** How two meshes, or two outlines, lie to each other as solids. */
export function relation(a, b) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const out = place(engine, RELATION.bytes);
  engine.call("cl_relation", engine.base + A, engine.base + B, out);
  const word = (member) => engine.u32[(out + RELATION[member]) >>> 2];
  return {
    relation: RELATIONS[word("relation")],
    isOpen: word("isOpen") === 1,
    point: word("hasPoint") === 1 ? vectorAt(engine, out + RELATION.point, dim) : null,
    leafA: leafAt(engine, out + RELATION.leafA),
    leafB: leafAt(engine, out + RELATION.leafB),
  };
}

/** The diameter of the largest ball (in the plane disk) in both. */
export function overlap(a, b) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const out = place(engine, OVERLAP.bytes);
  engine.call("cl_overlap", engine.base + A, engine.base + B, out);
  const number = (member) => engine.f64[(out + OVERLAP[member]) >>> 3];
  return {
    diameter: number("diameter"),
    lower: number("lower"),
    upper: number("upper"),
    middle: engine.u32[(out + OVERLAP.hasMiddle) >>> 2] === 1 ? vectorAt(engine, out + OVERLAP.middle, dim) : null,
    isOpen: engine.u32[(out + OVERLAP.isOpen) >>> 2] === 1,
  };
}

/** Bounds of the volume, in the plane of the area, of what two bodies have in common. */
export function commonVolume(a, b, cells = 20000) {
  const { engine } = a._;
  pair(engine, a, b);
  const { base } = engine;
  engine.call("cl_common_volume", base + A, base + B, count(cells, "cells", 1), base + FIRST, base + FIRST + 8);
  const [lower, upper] = vectorAt(engine, base + FIRST, 2);
  return { lower, upper };
}

/** What is odd about a mesh. */
export function report(body) {
  const { engine } = body._;
  const { kind, owned } = partsOf(engine, body, "body");
  if (kind !== "mesh") refuse("unsupported", `${kind}: meshes alone have a report`);
  const out = place(engine, REPORT.bytes);
  engine.call("cl_mesh_look", owned.pointer, out);
  const word = (member) => engine.u32[(out + REPORT[member]) >>> 2];
  const counts = ["openEdges", "crowdedEdges", "turnedEdges", "degenerateTriangles", "repeatedTriangles", "parts"];
  return { isClosed: word("isClosed") === 1, insideOut: word("insideOut") === 1, ...Object.fromEntries(counts.map((member) => [member, word(member)])) };
}
