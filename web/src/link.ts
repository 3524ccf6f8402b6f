// The address of a scene: its name if it is a ready one, otherwise all of it, compressed.

import { SCENES, sceneOf, stateOf } from "./scenes.ts";
import { checked, type State, surfaces } from "./scene.ts";

const VERSION = "1.";

/** How the address of meshes begins. They are too large for an address: it is a name for as long as the page is open. */
const MESHES = "meshes.";
const kept = new Map<string, State>();

/** What follows the `#`. */
export async function hash(state: State): Promise<string> {
  const meshes = surfaces(state);
  if (meshes) {
    const name = MESHES + meshes.map((mesh) => mesh.number).join("-");
    kept.set(name, state);
    return name;
  }
  if (state.scene && !state.changed) {
    // A scene's name alone is the scene as it begins; `end` is the answer.
    const begins = sceneOf(state)?.step ?? null;
    return state.step === begins ? state.scene : `${state.scene}/${state.step ?? "end"}`;
  }
  return VERSION + base64(await piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw")));
}

/** The state that a hash stands for; none for an empty one. Throws the reason when it is foreign or broken. */
export async function restored(hash: string): Promise<State | undefined> {
  const text = hash.replace(/^#/, "");
  if (text === "") return undefined;
  const [id, step] = text.split("/");
  const scene = SCENES.find((scene) => scene.id === id);
  if (scene) {
    const known = step !== undefined && /^\d+$/.test(step);
    return { ...stateOf(scene), ...(known ? { step: Number(step) } : step === undefined ? {} : { step: null }) };
  }
  if (kept.has(text)) return kept.get(text);
  if (text.startsWith(MESHES)) throw new Error("it showed meshes, and a link cannot hold those; open the files again");
  if (!text.startsWith(VERSION)) throw new Error("it is no scene's name");
  let bytes: Uint8Array;
  try {
    bytes = await piped(bytesOf(text.slice(VERSION.length)), new DecompressionStream("deflate-raw"));
  } catch {
    throw new Error("it is cut short or altered");
  }
  return checked(JSON.parse(new TextDecoder().decode(bytes)));
}

async function piped(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const through = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
