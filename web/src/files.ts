// Files that a person opens or drops: read by the command's own readers, which are fetched with the first file.

import address from "../pkg/clearance_web_files_bg.wasm?url";
import type { Spelling } from "./engine.ts";
import { MeshBody } from "./mesh/module.ts";
import { inOneUnit, MOST } from "./mesh/units.ts";
import { many } from "./mesh/words.ts";
import { type Shape, Source, type State, surfaces } from "./scene.ts";
import { stateOf, SCENES } from "./scenes.ts";
import type { Store } from "./store.ts";
import { say } from "./theme.ts";

/** Meshes that the command's readers of shapes know, too. */
const MESHES = ["obj", "stl", "ply", "off"];

/** Assemblies: what meshes need reads them. */
const ASSEMBLIES = ["glb", "gltf", "3mf", "dae"];

const SHAPES = ["svg", "wkt", "geojson", "json"];

/** What lies beside a mesh and is no shape. */
const COMPANIONS = ["bin", "mtl", "png", "jpg", "jpeg"];

/** What can be opened, for the browser's dialog. */
export const ACCEPTED = [...MESHES, ...ASSEMBLIES, ...SHAPES, "bin"].map((kind) => `.${kind}`).join();

/** How the readers' remark begins where the hull stands for the shape. */
const NOT_CONVEX = "NOT CONVEX";

interface Reading {
  dim: 2 | 3;
  shape: Spelling;
  remarks: string[];
  outward: number;
  inward: number;
}

interface Opened {
  dim: 2 | 3;
  shape: Shape;
  remarks: string[];
}

type Readers = typeof import("../pkg/clearance_web_files.js");

let fetched: Promise<Readers> | undefined;

/** The readers, fetched once; tried again after a failure. */
export function readers(): Promise<Readers> {
  const fetching = async () => {
    const module = await import("../pkg/clearance_web_files.js");
    await module.default({ module_or_path: address });
    return module;
  };
  fetched ??= fetching().catch(() => {
    fetched = undefined;
    throw new Error("the readers of files could not be fetched. Is the page offline?");
  });
  return fetched;
}

/** The extension of a name, in small letters. */
function kind({ name }: File): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/** A file that was opened beside others. */
async function read(file: File, others: readonly File[]): Promise<Opened> {
  if (ASSEMBLIES.includes(kind(file))) return assembly(file, others);
  const { read_file } = await readers().catch((error: Error) => {
    throw new Error(`${file.name}: ${error.message}`);
  });
  let text: string;
  try {
    text = read_file(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (complaint) {
    if (![...MESHES, ...SHAPES].includes(kind(file))) throw new Error(`${file.name}: expected a file named ${[...MESHES, ...ASSEMBLIES, ...SHAPES].map((one) => `.${one}`).join(", ")}`);
    throw new Error(typeof complaint === "string" ? complaint : `${file.name}: the file cannot be read`);
  }
  const { dim, shape, remarks, outward, inward } = JSON.parse(text) as Reading;
  const exact = outward === 0 && inward === 0;
  const count = shape.points?.length ?? 0;
  const isMesh = MESHES.includes(kind(file));
  if (count > MOST && isMesh) return assembly(file, others);
  if (count > MOST) throw new Error(`${file.name}: ${count} points, and the page takes ${MOST} at most; the command takes any number`);
  const isConvex = !remarks.some((remark) => remark.startsWith(NOT_CONVEX));
  const source = isMesh ? { source: new Source(file, others, isConvex) } : {};
  return { dim, shape: { name: file.name, spelling: shape, file: true, ...(exact ? {} : { read: { outward, inward } }), ...source }, remarks };
}

/** A mesh and its hull. */
async function assembly(file: File, others: readonly File[]): Promise<Opened> {
  const mesh = await MeshBody.read(file, others);
  const { not_convex, remarks } = mesh.told;
  const said = not_convex === null ? remarks : [...remarks, `${NOT_CONVEX}: ${not_convex}; its convex hull is used in its place`];
  return { dim: 3, shape: { name: file.name, spelling: { points: mesh.points(MOST) }, file: true, mesh, source: new Source(file, others, not_convex === null) }, remarks: said };
}

/** The state with the meshes of its files, if the two in the question are from files and one of these is not convex. */
async function withMeshes(state: State): Promise<State> {
  const pair = state.pair.map((place) => state.shapes[place]!);
  if (!pair.every(({ source }) => source) || pair.every(({ source }) => source!.isConvex)) return state;
  const shapes = [...state.shapes];
  for (const [place, shape] of shapes.entries()) {
    if (shape.source && !shape.mesh) shapes[place] = { ...shape, mesh: await MeshBody.read(shape.source.file, shape.source.others) };
  }
  return { ...state, shapes: inOneUnit(shapes, state.pair), hulls: false };
}

/** Reads files and puts their shapes in the scene: two at once are A and B; a single one takes the place of a shape that is no file. */
export async function take(store: Store, files: Iterable<File> | null | undefined): Promise<void> {
  const all = [...(files ?? [])];
  const others = all.filter((file) => COMPANIONS.includes(kind(file)));
  const opened: Opened[] = [];
  const said: string[] = [];
  for (const file of all.length > others.length ? all.filter((file) => !others.includes(file)) : all) {
    try {
      opened.push(await read(file, others));
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
    }
  }
  const [first] = opened;
  if (first) {
    const strangers = opened.filter(({ dim }) => dim !== first.dim);
    const fitting = opened.filter(({ dim }) => dim === first.dim);
    let state = placed(store.state, first.dim, fitting.map(({ shape }) => shape));
    try {
      state = await withMeshes(state);
    } catch (error) {
      said.push(`The hulls stand for the meshes: ${error instanceof Error ? error.message : String(error)}`);
    }
    store.open(state);
    // B is the one that is moved.
    if (surfaces(state)) store.pick(state.pair[1]);
    said.unshift(sentence(state, fitting));
    for (const { shape, dim } of strangers) said.push(`${shape.name} is a shape of ${dim === 2 ? "the plane" : "space"} and was left out.`);
  }
  if (said.length) say(said.join(" "));
}

/** The state with the shapes in it. */
function placed(before: State, dim: 2 | 3, shapes: Shape[]): State {
  // A scene of the other dimension has no place for them: they get the first scene of their own.
  const state = before.dim === dim ? before : stateOf(SCENES.find((scene) => scene.dim === dim && scene.group !== "Lessons") ?? SCENES[0]!);
  // What a ready scene shows makes room; what the person made stays beside.
  const demo = state.scene !== null && !state.changed;
  const pair = state.pair.map((place) => state.shapes[place]!) as [Shape, Shape];
  const roles = shapes.length >= 2 ? [0, 1] : [pair[0].file && !pair[1].file ? 1 : pair[0].file ? 1 : 0];
  const put: [Shape, Shape] = [...pair];
  roles.forEach((role, place) => (put[role] = shapes[place]!));
  const beside = state.shapes.filter((shape) => !put.includes(shape) && !(demo || isDemo(state, shape)));
  return { dim, numbers: before.numbers, shapes: [...put, ...beside, ...shapes.slice(2)], pair: [0, 1], step: null, scene: null, changed: true };
}

/** Whether a shape is still the one that a ready scene came with. */
function isDemo(state: State, shape: Shape): boolean {
  return SCENES.some((scene) => scene.dim === state.dim && scene.shapes.some((ready) => JSON.stringify(ready) === JSON.stringify(shape)));
}

function sentence(state: State, opened: Opened[]): string {
  const meshes = surfaces(state);
  const parts = opened.map(({ shape, remarks }) => {
    const place = state.shapes.findIndex(({ name, source, spelling }) => name === shape.name && (shape.source ? source === shape.source : spelling === shape.spelling));
    const role = ["A", "B"][place] ?? "a bystander";
    const mesh = meshes?.[place];
    const count = shape.spelling.points?.length;
    const what = mesh ? `, ${many(mesh.told.triangles, "triangle")},` : count ? `, the hull of ${count} points,` : "";
    const told = remarks.filter((remark) => !(mesh && remark.startsWith(NOT_CONVEX)));
    return [`${shape.name}${what} is ${role} now.`, ...told.map((remark) => `${shape.name}: ${remark}.`)].join(" ");
  });
  const other = opened.length === 1 ? state.shapes.slice(0, 2).find((shape) => shape.name !== opened[0]!.shape.name && !shape.file) : undefined;
  if (other) parts.push(`The other shape is still the ${other.name} that was there; open a second file to put that in its place.`);
  if (meshes) parts.push("The answer is that of the surfaces.");
  return parts.join(" ");
}
