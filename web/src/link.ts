// The address of a scene: its name if it is a ready one, otherwise all of it, compressed.

import { SCENES, stateOf } from "./scenes.ts";
import type { State } from "./scene.ts";

const VERSION = "1.";

/** What follows the `#`. */
export async function hash(state: State): Promise<string> {
  if (state.scene && !state.changed) {
    return state.step === null ? state.scene : `${state.scene}/${state.step}`;
  }
  return VERSION + base64(await piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw")));
}

/** The state that a hash stands for; nothing for an empty or foreign one. */
export async function restored(hash: string): Promise<State | undefined> {
  const text = hash.replace(/^#/, "");
  const [id, step] = text.split("/");
  const scene = SCENES.find((scene) => scene.id === id);
  if (scene) return { ...stateOf(scene), step: step === undefined ? null : Number(step) };
  if (!text.startsWith(VERSION)) return undefined;
  try {
    const bytes = await piped(bytesOf(text.slice(VERSION.length)), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder().decode(bytes)) as State;
  } catch {
    return undefined;
  }
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
