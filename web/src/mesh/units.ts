// The unit of a mesh whose file names none, where the other file names one: the person says it.

import { html } from "../dom.ts";
import type { Shape } from "../scene.ts";
import type { Store } from "../store.ts";
import type { MeshBody } from "./module.ts";
import { unitName, UNITS } from "./words.ts";

/** The most points of a hull that the page follows a hand with. */
export const MOST = 20_000;

/** The unit of the answer about two meshes in metres: the first one that a file names. */
function unitOf(meshes: (MeshBody | undefined)[]): number | undefined {
  return meshes.find((mesh) => mesh?.told.metres)?.told.metres ?? undefined;
}

/** Whether one of two meshes has a unit and the other one has none. */
export function isMixed(meshes: MeshBody[]): boolean {
  return meshes.some(({ told }) => told.metres === null) && meshes.some(({ told }) => told.metres !== null);
}

/** The shapes with both meshes of the question in one unit. */
export function inOneUnit(shapes: Shape[], pair: [number, number]): Shape[] {
  const metres = unitOf(pair.map((place) => shapes[place]!.mesh));
  return metres === undefined ? shapes : inUnit(shapes, pair, metres);
}

/** The shapes with both meshes in this unit, and the hulls of these. Numbers without a unit are in it already. */
function inUnit(shapes: Shape[], pair: [number, number], metres: number): Shape[] {
  return shapes.map((shape, place) => {
    const mesh = pair.includes(place) ? shape.mesh?.inUnit(metres) : undefined;
    return !mesh || mesh === shape.mesh ? shape : { ...shape, mesh, spelling: { ...shape.spelling, points: mesh.points(MOST) } };
  });
}

/** If only one of the two files names a unit: a choice of the other one's, which is that of the answer then. */
export function units(store: Store): HTMLElement[] {
  const { shapes, pair } = store.state;
  const meshes = pair.map((place) => shapes[place]!.mesh!);
  if (!isMixed(meshes)) return [];
  const metres = unitOf(meshes);
  const name = shapes[pair[meshes.findIndex(({ told }) => told.metres === null)]!]!.name;
  const options = UNITS.map((unit) => html("option", { value: unit.metres, selected: unit.metres === metres }, unit.name));
  const other = UNITS.some((unit) => unit.metres === metres) ? [] : [html("option", { value: metres!, selected: true }, unitName(metres!))];
  const select = html("select", { id: "unit" }, ...options, ...other);
  select.addEventListener("change", () => store.change({ shapes: inUnit(shapes, pair, Number(select.value)) }));
  return [html("label", { class: "unit" }, `${name} names no unit. It is in `, select)];
}
