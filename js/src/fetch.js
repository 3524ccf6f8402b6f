// Loading in browsers, workers and at the edge: fetched from beside this package, or from what is given.

import { compiled, compiledSync, fault, given, present, started, startedLater, streamed } from "./start.js";

/** `load`, `loadSync` and `compile` for a module's address. */
export function loaders(standard) {
  async function compile(source) {
    present();
    const from = source ?? standard();
    const { module, bytes } = given(from);
    if (module) return module;
    if (bytes) return compiled(bytes, "source");
    if (typeof Response === "function" && from instanceof Response) return streamed(from, from.url || "source");
    const answer = await fetch(from).catch((error) => Promise.reject(fault(`${from} could not be fetched: ${error.message}`, error)));
    return streamed(answer, String(from));
  }
  return {
    compile,
    load: async (source) => startedLater(await compile(source)),
    loadSync(source) {
      present();
      const { module, bytes } = given(source);
      if (module) return started(module);
      if (bytes) return started(compiledSync(bytes, "source"));
      throw fault("loadSync needs bytes or a WebAssembly.Module here: only Node.js reads files at once");
    },
  };
}
