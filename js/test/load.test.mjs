// Loading: what is given, workers of Node.js, `require`, and one clear sentence where it cannot be.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { compile, load, loadSync } from "clearance";
import { loaders } from "../src/fetch.js";
import { js } from "./consumer.mjs";

const file = join(js, "dist/clearance.wasm");
const gap = (cl) => cl.cuboid([1, 1, 1]).distance(cl.ball([3, 0, 0], 1)).distance;

test("an address, bytes, a module, an answer of a server and nothing are sources", async () => {
  const bytes = readFileSync(file);
  const module = await compile();
  for (const source of [undefined, file, new URL(`file://${file}`), bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), module]) {
    assert.equal(gap(await load(source)), 1);
    assert.equal(gap(loadSync(source)), 1);
  }
  const fetched = loaders(() => "none");
  for (const type of ["application/wasm", "text/plain"]) {
    assert.equal(gap(await fetched.load(new Response(bytes, { headers: { "content-type": type } }))), 1);
  }
  await assert.rejects(fetched.load(new Response("no", { status: 403, statusText: "Forbidden" })), { code: "load", message: /answered 403 Forbidden/ });
  assert.throws(() => fetched.loadSync(), { code: "load", message: /loadSync needs bytes/ });
  assert.equal(gap(fetched.loadSync(module)), 1);
});

test("require works, since nothing awaits", { skip: !process.features.require_module }, () => {
  assert.equal(gap(createRequire(import.meta.url)("clearance").loadSync()), 1);
});

test("a worker has an instance of its own from a module that was posted", async () => {
  const text = `
    const { parentPort } = require("node:worker_threads");
    import("clearance/worker").then(async ({ received }) => {
      parentPort.postMessage("here");
      const cl = await received(parentPort);
      parentPort.postMessage(cl.cuboid([1, 1, 1]).distance(cl.ball([3, 0, 0], 1)).distance);
    });`;
  const worker = new Worker(text, { eval: true, execArgv: [] });
  const { send } = await import("clearance/worker");
  const answers = [];
  await new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", async (answer) => {
      answers.push(answer);
      if (answer === "here") send(worker, await compile());
      else resolve();
    });
  });
  await worker.terminate();
  assert.deepEqual(answers, ["here", 1]);
});

test("without vectors of 128 bits, and without WebAssembly, one sentence says what is needed", async () => {
  const { validate } = WebAssembly;
  const broken = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 1);
  try {
    WebAssembly.validate = () => false;
    await assert.rejects(load(broken), { code: "load", message: /has no WebAssembly SIMD .*Safari 16\.4/ });
  } finally {
    WebAssembly.validate = validate;
  }
  await assert.rejects(load(broken), { code: "load", message: /is no module of clearance/ });
  const own = globalThis.WebAssembly;
  try {
    globalThis.WebAssembly = undefined;
    await assert.rejects(load(), { code: "load", message: /has no WebAssembly, which clearance needs/ });
  } finally {
    globalThis.WebAssembly = own;
  }
});

test("the probe for vectors is one that this engine has", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(join(js, "src/start.js"), "utf8");
  const numbers = JSON.parse(/const VECTORS = (\[[^\]]*\])/.exec(text)[1]);
  assert.equal(WebAssembly.validate(Uint8Array.from(numbers)), true);
});

test("a module of another release is refused", async () => {
  const { Engine } = await import("../src/engine.js");
  assert.throws(() => new Engine({ exports: { cl_abi_version: () => 9 } }), { code: "load", message: /has interface 9/ });
});
