// The unit of a mesh whose file names none, where the other file names one: the person says it.

import { html } from "../dom.ts";
import type { Shape, State } from "../scene.ts";
import type { Store } from "../store.ts";
import type { MeshBody } from "./module.ts";
import { CHOICE } from "./words.ts";

/** The most points of a hull that the page follows a hand with. */
export const MOST = 20_000;

/** The shapes with both meshes of the question in one unit: A's, or B's where A has none. */
export function inOneUnit(shapes: Shape[], pair: [number, number]): Shape[] {
  const meshes = pair.map((place) => shapes[place]!.mesh);
  const metres = meshes.find((mesh) => mesh?.told.metres)?.told.metres;
  if (!metres) return shapes;
  return shapes.map((shape, place) => (pair.includes(place) && shape.mesh ? inUnit(shape, shape.mesh.inUnit(metres)) : shape));
}

/** The shape with its mesh in another unit, and the hull of that. */
function inUnit(shape: Shape, mesh: MeshBody): Shape {
  if (mesh === shape.mesh) return shape;
  return { ...shape, mesh, spelling: { ...shape.spelling, points: mesh.points(MOST) } };
}

/** A choice for each mesh of the question without a unit, if the other one has one. */
export function units(store: Store): HTMLElement[] {
  const { shapes, pair } = store.state;
  const meshes = pair.map((place) => shapes[place]!.mesh!);
  if (!meshes.some((mesh) => mesh.hasUnit)) return [];
  return pair.filter((_, side) => !meshes[side]!.hasUnit).map((place) => choice(store, place, meshes.find((mesh) => mesh.hasUnit)!.told.metres!));
}

function choice(store: Store, place: number, metres: number): HTMLElement {
  const { name, mesh } = store.state.shapes[place]!;
  const known = CHOICE.some(([length]) => length === metres) ? CHOICE : [...CHOICE, [metres, "the other's"] as [number, string]];
  const taken = mesh!.own ?? metres;
  const select = html("select", { "aria-label": `Unit of ${name}`, id: `unit-${place}` }, ...known.map(([length, word]) => html("option", { value: length, selected: length === taken }, word)));
  select.addEventListener("change", () => store.change({ shapes: chosen(store.state, place, metres, Number(select.value)) }));
  return html("label", {}, `${name} has no unit; it is in `, select);
}

function chosen({ shapes }: State, place: number, metres: number, own: number): Shape[] {
  return shapes.map((shape, other) => (other === place ? inUnit(shape, shape.mesh!.inUnit(metres, own)) : shape));
}
