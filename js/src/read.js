// Loading in Node.js: from a file beside this package, or from what is given.

import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { compiled, compiledSync, fault, given, present, started, startedLater } from "./start.js";

/** `load`, `loadSync` and `compile` for a module's address. */
export function loaders(standard) {
  const read = (source, error) => fault(`${source} cannot be read: ${error.message}`, error);
  async function compile(source = standard) {
    present();
    const { module, bytes } = given(source);
    if (module) return module;
    return compiled(bytes ?? (await readFile(source).catch((error) => Promise.reject(read(source, error)))), bytes ? "source" : String(source));
  }
  function compileSync(source = standard) {
    present();
    const { module, bytes } = given(source);
    if (module) return module;
    if (bytes) return compiledSync(bytes, "source");
    let file;
    try {
      file = readFileSync(source);
    } catch (error) {
      throw read(source, error);
    }
    return compiledSync(file, String(source));
  }
  return {
    compile,
    load: async (source) => startedLater(await compile(source)),
    loadSync: (source) => started(compileSync(source)),
  };
}
