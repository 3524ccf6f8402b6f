// An instance of the module: its memory, calls and what is alive in it. The only place that calls its functions.

import { ClearanceError, codeName, refuse } from "./fault.js";
import { ABI, SHAPE } from "./layout.js";

/** The arguments of a call, at fixed places of one allocation. A shape has room for its own corners behind it. */
const CORNERS = 72;
export const A = 0;
export const B = A + SHAPE.bytes + CORNERS;
export const OPTION = B + SHAPE.bytes + CORNERS;
export const OUT = OPTION + 48;
export const FIRST = OUT + 256;
export const SECOND = FIRST + 72;
export const MORE = SECOND + 72;
const BYTES = MORE + 32;

/** `(module (import "a" "b" (func (param i32 i32 i32) (result i32))) (export "c" (func 0)))`: a function of JavaScript that a table takes. */
const TRAMPOLINE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 99, 0, 0];

export class Engine {
  #exports;
  #isBusy = false;
  #broken = "";
  /** What a support function threw. It is thrown again when the call is over. */
  #kept;
  /** What was disposed by a support function, while the call that asks it may use it. */
  #late = [];
  #living = new Set();
  #supports = new Map();
  #support = 0;
  #next = 1;
  #registry = new FinalizationRegistry((drop) => drop());

  constructor(instance) {
    this.#exports = instance.exports;
    const version = this.#exports.cl_abi_version?.();
    if (version !== ABI) refuse("load", `the module has interface ${version}, and this package expects ${ABI}: they are of different releases`);
    this.#exports.cl_wasm_start();
    this.buffer = null;
    this.base = this.allocate(BYTES);
    this.refresh();
  }

  /** The views of the memory. They change when it grows, so they are asked for after each call. */
  refresh() {
    const { buffer } = this.#exports.memory;
    if (this.buffer === buffer) return;
    this.buffer = buffer;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }

  /** Whether the module has a function. `clearance/convex` has no meshes and no scenes. */
  has(name) {
    return name in this.#exports;
  }

  /** Calls a function that returns a code. */
  call(name, ...words) {
    const code = this.raw(name, words);
    if (code !== 0) this.#fail(code);
  }

  /** Calls a function, and gives what it returns. */
  raw(name, words) {
    const exported = this.#exports[name];
    if (!exported) refuse("unsupported", `${name}: this module is \`clearance/convex\`, and has no meshes, outlines, compounds and scenes; import \`clearance\``);
    this.#ready();
    this.#isBusy = true;
    this.#kept = undefined;
    try {
      return exported(...words);
    } catch (error) {
      throw this.#trapped(error);
    } finally {
      this.#isBusy = false;
      this.refresh();
      if (this.#late.length > 0) for (const drop of this.#late.splice(0)) drop();
    }
  }

  #ready() {
    if (this.#broken) refuse("bug", `this instance ended with a bug (${this.#broken}); load another one`);
    if (this.#isBusy) refuse("busy", "a support function asked the instance that called it; let it ask another instance");
  }

  /** A trap leaves the memory as it was in the middle of a call, so nothing more is asked of it. */
  #trapped(error) {
    this.#broken = this.#said() || String(error?.message ?? error);
    return new ClearanceError("bug", this.#broken, { cause: error });
  }

  #fail(code) {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept) throw kept.error;
    throw new ClearanceError(codeName(code), this.#said());
  }

  /** The sentence of the last fault. */
  #said() {
    this.buffer = null;
    this.refresh();
    return this.text(this.#exports.cl_last_error());
  }

  /** Text that ends with a zero. */
  text(pointer) {
    return new TextDecoder().decode(this.u8.slice(pointer, this.u8.indexOf(0, pointer)));
  }

  allocate(bytes) {
    const pointer = this.#broken ? 0 : this.#exports.cl_wasm_alloc(bytes);
    if (pointer === 0) refuse("memory", `${bytes} bytes could not be had: WebAssembly's memory is full`);
    this.refresh();
    return pointer;
  }

  release(pointer, bytes) {
    if (!this.#broken) this.#exports.cl_wasm_free(pointer, bytes);
  }

  /** Gives some bytes to `use`, and takes them back. */
  borrow(bytes, use) {
    const pointer = this.allocate(bytes);
    try {
      return use(pointer);
    } finally {
      this.release(pointer, bytes);
    }
  }

  /** Text with a zero at its end, as long as `use` runs. */
  withText(text, use) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    return this.borrow(bytes.length, (pointer) => {
      this.u8.set(bytes, pointer);
      return use(pointer);
    });
  }

  /** The handle that a `_new` function writes. */
  made(name, ...words) {
    this.call(name, ...words, this.base + MORE);
    return this.u32[(this.base + MORE) >>> 2];
  }

  /** Remembers a thing that `drop` frees: when it is disposed, or when nothing names it any longer. */
  keep(owner, drop) {
    const living = { drop };
    const free = () => {
      if (!this.#living.delete(living)) return;
      if (this.#isBusy) this.#late.push(drop);
      else drop();
    };
    this.#living.add(living);
    this.#registry.register(owner, free, living);
    return () => {
      this.#registry.unregister(living);
      free();
    };
  }

  /** Frees a handle. */
  free(name, pointer) {
    if (!this.#broken) this.#exports[name](pointer);
  }

  /** A support function as the module can call it: the function's place in the table, and the number that names it there. */
  support(ask) {
    this.#support ||= this.#trampoline();
    const user = this.#next++;
    this.#supports.set(user, ask);
    return [this.#support, user];
  }

  forget(user) {
    this.#supports.delete(user);
  }

  #trampoline() {
    const { __indirect_function_table: table } = this.#exports;
    const answer = (user, direction, point) => {
      try {
        this.refresh();
        const [from, to] = [direction >>> 3, point >>> 3];
        const found = this.#supports.get(user)(this.f64.slice(from, from + 3));
        this.refresh();
        for (let axis = 0; axis < found.length && axis < 3; axis++) this.f64[to + axis] = found[axis];
        return 0;
      } catch (error) {
        this.#kept ??= { error };
        return 1;
      }
    };
    const module = new WebAssembly.Module(new Uint8Array(TRAMPOLINE));
    const place = table.grow(1);
    table.set(place, new WebAssembly.Instance(module, { a: { b: answer } }).exports.c);
    return place;
  }

  heap() {
    return { bytes: this.#exports.memory.buffer.byteLength, live: this.#living.size };
  }

  /** The places of members as the module has them. */
  places() {
    this.refresh();
    const first = this.#exports.cl_wasm_places() >>> 2;
    return [...this.u32.subarray(first, this.u32.indexOf(0xffffffff, first))];
  }
}
