// Files that a person opens or drops: read by the command's own readers, which are fetched with the first file.

import address from "../pkg/clearance_web_files_bg.wasm?url";
import type { Spelling } from "./engine.ts";
import type { Shape, State } from "./scene.ts";
import { stateOf, SCENES } from "./scenes.ts";
import type { Store } from "./store.ts";
import { say } from "./theme.ts";

/** More points than this make a page that no longer follows a hand. */
const MOST = 20_000;

/** What the readers read, for the browser's dialog. */
export const ACCEPTED = ".obj,.stl,.ply,.off,.svg,.wkt,.geojson,.json";

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

async function read(file: File): Promise<Opened> {
  const { read_file } = await readers().catch((error: Error) => {
    throw new Error(`${file.name}: ${error.message}`);
  });
  let text: string;
  try {
    text = read_file(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (complaint) {
    throw new Error(typeof complaint === "string" ? complaint : `${file.name}: the file cannot be read`);
  }
  const { dim, shape, remarks, outward, inward } = JSON.parse(text) as Reading;
  const exact = outward === 0 && inward === 0;
  const count = shape.points?.length ?? 0;
  if (count > MOST) throw new Error(`${file.name}: ${count} points, and the page takes ${MOST} at most; the command takes any number`);
  return { dim, shape: { name: file.name, spelling: shape, file: true, ...(exact ? {} : { read: { outward, inward } }) }, remarks };
}

/** Reads files and puts their shapes in the scene: two at once are A and B; a single one takes the place of a shape that is no file. */
export async function take(store: Store, files: Iterable<File> | null | undefined): Promise<void> {
  const opened: Opened[] = [];
  const said: string[] = [];
  for (const file of files ?? []) {
    try {
      opened.push(await read(file));
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
    }
  }
  const [first] = opened;
  if (first) {
    const strangers = opened.filter(({ dim }) => dim !== first.dim);
    const fitting = opened.filter(({ dim }) => dim === first.dim);
    const state = placed(store.state, first.dim, fitting.map(({ shape }) => shape));
    store.open(state);
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
  const parts = opened.map(({ shape, remarks }) => {
    const role = ["A", "B"][state.shapes.indexOf(shape)] ?? "a bystander";
    const count = shape.spelling.points?.length;
    return [`${shape.name}${count ? `, the hull of ${count} points,` : ""} is ${role} now.`, ...remarks.map((remark) => `${shape.name}: ${remark}.`)].join(" ");
  });
  const other = opened.length === 1 ? state.shapes.slice(0, 2).find((shape) => shape !== opened[0]!.shape && !shape.file) : undefined;
  if (other) parts.push(`The other shape is still the ${other.name} that was there; open a second file to put that in its place.`);
  return parts.join(" ");
}
