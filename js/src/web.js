// The entry for browsers, workers and hosts at the edge.

import { loaders } from "./fetch.js";

export const { compile, load, loadSync } = loaders(() => new URL("../dist/clearance.wasm", import.meta.url));
export { ClearanceError } from "./bind.js";
