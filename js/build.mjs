// Fills dist: `node build.mjs CLEARANCE.wasm CONVEX.wasm`. The modules without what only a debugger reads, as files and as
// text inside of a script.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// What the linker leaves for debuggers: a seventh of the bytes.
const IDLE = new Set(["name", "producers"]);

/// An unsigned number in LEB128, and the place behind it (WebAssembly 1.0, section 5.2.2).
function number(bytes, place) {
  for (let value = 0, factor = 1; ; factor *= 128) {
    const byte = bytes[place++];
    value += (byte & 127) * factor;
    if (byte < 128) return [value, place];
  }
}

/// The module without its idle custom sections: those whose id is 0, with a name first (section 5.5.3).
function lean(module) {
  const parts = [module.subarray(0, 8)];
  for (let place = 8; place < module.length; ) {
    const [size, body] = number(module, place + 1);
    const [length, name] = number(module, body);
    const isIdle = module[place] === 0 && IDLE.has(module.toString("latin1", name, name + length));
    if (!isIdle) parts.push(module.subarray(place, body + size));
    place = body + size;
  }
  return Buffer.concat(parts);
}

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");
mkdirSync(dist, { recursive: true });
for (const [name, file] of [["clearance", process.argv[2]], ["convex", process.argv[3]]]) {
  const bytes = lean(readFileSync(file));
  writeFileSync(join(dist, `${name}.wasm`), bytes);
  const text = bytes.toString("base64");
  writeFileSync(
    join(dist, `${name}-inline.js`),
    `// The entry with the module inside: for bundlers that leave files behind, and for single files.

import { loaders } from "../src/fetch.js";

const bytes = () => Uint8Array.from(atob(
  "${text}",
), (letter) => letter.charCodeAt(0));

let module;
const own = loaders(bytes);
export const { compile } = own;
export const load = (source) => own.load(source ?? (module ??= bytes()));
export const loadSync = (source) => own.loadSync(source ?? (module ??= bytes()));
export { ClearanceError } from "../src/bind.js";
`,
  );
}
