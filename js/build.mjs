// Fills dist: `node build.mjs CLEARANCE.wasm CONVEX.wasm`. The modules as they are, and as text inside of a script.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");
mkdirSync(dist, { recursive: true });
for (const [name, file] of [["clearance", process.argv[2]], ["convex", process.argv[3]]]) {
  copyFileSync(file, join(dist, `${name}.wasm`));
  const text = readFileSync(file).toString("base64");
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
