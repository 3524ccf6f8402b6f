// Workers: the module is compiled once and posted, and each worker has an instance of its own.

import { given, startedLater } from "./start.js";

const KEY = "clearance/module";

/** Posts a module that `compile()` gave to a worker. */
export function send(worker, module) {
  if (!given(module).module) throw new TypeError("module: a WebAssembly.Module of `compile()` is expected");
  worker.postMessage({ [KEY]: module });
}

/** In a worker: the library, as soon as a module was sent. `port` is the worker's own scope, or `parentPort` in Node.js. */
export function received(port = globalThis) {
  return new Promise((resolve, reject) => {
    const add = port.addEventListener ? "addEventListener" : "on";
    const remove = port.addEventListener ? "removeEventListener" : "off";
    const listen = (event) => {
      const module = (event?.data ?? event)?.[KEY];
      if (!module) return;
      port[remove]("message", listen);
      startedLater(module).then(resolve, reject);
    };
    port[add]("message", listen);
  });
}
