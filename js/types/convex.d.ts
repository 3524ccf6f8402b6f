// `clearance/convex`: convex shapes alone, in a smaller module.

import type { Convex, Source } from "./index.js";

export type * from "./index.js";
export { ClearanceError } from "./index.js";
export function load(source?: Source): Promise<Convex>;
export function loadSync(source?: Source): Convex;
export function compile(source?: Source): Promise<WebAssembly.Module>;
