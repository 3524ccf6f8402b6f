// All words of an instance.

import { Cache, emptyAnswer } from "./answers.js";
import { batches } from "./batch.js";
import { Engine } from "./engine.js";
import { ClearanceError } from "./fault.js";
import { scenes } from "./scene.js";
import { shapes } from "./shapes.js";
import { Owned } from "./view.js";

/** The library on an instance of the module. */
export function bind(instance) {
  const engine = new Engine(instance);
  return Object.freeze({
    ...shapes(engine),
    ...scenes(engine),
    ...batches(engine),
    cache() {
      const pointer = engine.made("cl_cache_new");
      return new Cache(new Owned(engine, pointer, () => engine.free("cl_cache_free", pointer)));
    },
    emptyAnswer,
    version: engine.text(engine.raw("cl_version", [])),
    heap: () => engine.heap(),
    places: () => engine.places(),
  });
}

export { ClearanceError };
