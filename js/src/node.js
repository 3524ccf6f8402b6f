// The entry for Node.js.

import { loaders } from "./read.js";

export const { compile, load, loadSync } = loaders(new URL("../dist/clearance.wasm", import.meta.url));
export { ClearanceError } from "./bind.js";
