// From bytes to an instance, and one clear sentence where that fails.

import { bind } from "./bind.js";
import { ClearanceError } from "./fault.js";

/** A module with one instruction of the vectors of 128 bits: `(module (func (drop (v128.const i32x4 0 0 0 0))))`. */
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 11];

const NO_WEBASSEMBLY = "this place has no WebAssembly, which clearance needs";
const NO_VECTORS = "this place has no WebAssembly SIMD (vectors of 128 bits), which clearance needs: Chrome 91, Firefox 89, Safari 16.4 and Node 16.4 have it";
const POLICY = "the page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src";

export function fault(message, cause) {
  return new ClearanceError("load", message, { cause });
}

/** What a failure to compile comes from. */
function explained(error, from) {
  const said = String(error?.message ?? error);
  if (/content security policy|unsafe-eval|disallowed by embedder|blocked by csp/i.test(said)) return fault(POLICY, error);
  if (!WebAssembly.validate(new Uint8Array(VECTORS))) return fault(NO_VECTORS, error);
  return fault(`${from} is no module of clearance: ${said}`, error);
}

export function present() {
  if (typeof WebAssembly !== "object") throw fault(NO_WEBASSEMBLY);
}

const MAGIC = [0, 97, 115, 109];

/** Whether bytes begin as a module does. If they do not, the sentence says what came instead. */
function checked(bytes, from) {
  const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
  if (MAGIC.some((byte, place) => view[place] !== byte)) {
    const head = new TextDecoder().decode(view.slice(0, 24)).replace(/\s+/g, " ");
    throw fault(`${from} is no WebAssembly: it has ${view.byteLength} bytes and begins with ${JSON.stringify(head)}`);
  }
  return view;
}

/** A module from bytes, compiled in the background. */
export async function compiled(bytes, from) {
  const view = checked(bytes, from);
  try {
    return await WebAssembly.compile(view);
  } catch (error) {
    throw explained(error, from);
  }
}

/** A module from bytes, at once. */
export function compiledSync(bytes, from) {
  const view = checked(bytes, from);
  try {
    return new WebAssembly.Module(view);
  } catch (error) {
    throw explained(error, from);
  }
}

/** A module from an answer of a server, compiled while it comes. A wrong MIME type falls back to its bytes. */
export async function streamed(answer, from) {
  if (!answer.ok) throw fault(`${from}: the server answered ${answer.status} ${answer.statusText}`.trim());
  if (/^application\/wasm\b/i.test(answer.headers.get("content-type") ?? "")) {
    try {
      return await WebAssembly.compileStreaming(answer);
    } catch (error) {
      throw explained(error, from);
    }
  }
  return compiled(await answer.arrayBuffer(), from);
}

/** What was given as a source: a module, bytes, or neither. */
export function given(source) {
  if (source instanceof WebAssembly.Module) return { module: source };
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return { bytes: source };
  return {};
}

/** The library on a module. */
export function started(module) {
  try {
    return bind(new WebAssembly.Instance(module, {}));
  } catch (error) {
    throw error instanceof ClearanceError ? error : explained(error, "the module");
  }
}

/** The same without holding up a page. */
export async function startedLater(module) {
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, {});
  } catch (error) {
    throw explained(error, "the module");
  }
  return bind(instance);
}
