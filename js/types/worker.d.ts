// Workers: the module is compiled once and posted, and each worker has an instance of its own.

import type { Clearance } from "./index.js";

/** Posts a module that `compile()` gave to a worker. */
export function send(worker: { postMessage(message: unknown): void }, module: WebAssembly.Module): void;
/** In a worker: the library, as soon as a module was sent. In Node.js `port` is `parentPort`. */
export function received(port?: object): Promise<Clearance>;
