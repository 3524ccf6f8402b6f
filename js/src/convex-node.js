// `clearance/convex`, convex shapes alone: the entry for Node.js.

import { loaders } from "./read.js";

export const { compile, load, loadSync } = loaders(new URL("../dist/convex.wasm", import.meta.url));
export { ClearanceError } from "./bind.js";
