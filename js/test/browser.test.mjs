// The packed package in a page that vite built, in Chromium: loading, what keeps it from loading, workers, and the example.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { asked as askedIn, launched, serve } from "./browser.mjs";
import { files, project, put, tools } from "./consumer.mjs";

let browser;
let pages;
let parts;

before(async () => {
  const { build } = await import(join(tools, "vite/dist/node/index.js"));
  const built = async (name, from, with_) => {
    const folder = project(name, with_);
    put(folder, from);
    await build({ root: folder, base: "./", logLevel: "error", worker: { format: "es" }, build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 } });
    return folder;
  };
  pages = await built("pages", "test/pages");
  parts = await built("parts", "examples/parts", ["three"]);
  browser = await launched();
});

after(async () => {
  await browser?.close();
  for (const folder of [pages, parts]) if (folder) rmSync(folder, { recursive: true, force: true });
});

const asked = (options, question, ...words) => askedIn(browser, join(pages, "dist"), options, question, ...words);

test("vite takes the module along, once, and each entry loads", async () => {
  assert.equal(files(join(pages, "dist"), ".wasm").length, 2, "clearance.wasm and convex.wasm");
  for (const entry of ["load", "convex", "inline", "own", "worker"]) assert.deepEqual(await asked({}, entry), { value: entry === "worker" ? 2 : entry === "own" ? 1 : 1 }, entry);
});

test("a wrong MIME type costs nothing but time", async () => {
  for (const type of ["text/plain", "application/octet-stream"]) assert.deepEqual(await asked({ as: { ".wasm": type } }, "load"), { value: 1 });
});

test("a page instead of the module is told, and so is an address with nothing there", async () => {
  const missing = await asked({}, "from", "/none.wasm");
  assert.equal(missing.code, "load");
  assert.match(missing.message, /none\.wasm: the server answered 404/);
  const page = await asked({}, "from", "/index.html");
  assert.match(page.message, /is no WebAssembly.*<!doctype html>/);
});

test("a strict content policy is told by the word that it lacks", async () => {
  const strict = "default-src 'self'; script-src 'self'";
  const refused = await asked({ policy: strict }, "load");
  assert.equal(refused.code, "load");
  assert.match(refused.message, /add 'wasm-unsafe-eval' to its script-src/);
  const word = `${strict} 'wasm-unsafe-eval'`;
  assert.deepEqual(await asked({ policy: word }, "load"), { value: 1 });
  assert.deepEqual(await asked({ policy: word }, "own"), { value: 1 });
});

test("the example says apart, touching, crossing and inside while the pin moves, and a drag moves it", async () => {
  const { address, stop } = await serve(join(parts, "dist"));
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    await page.goto(address);
    const word = () => page.textContent("#word");
    await page.waitForFunction(() => document.querySelector("#bracket").textContent !== "");
    const press = async (key, times) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
      return word();
    };
    assert.equal(await word(), "apart");
    assert.match(await page.textContent("#bracket"), /^14\.000000 mm, certainly from 1[34]\.?\d* to 14\.?\d*$/);
    assert.equal(await press("ArrowLeft", 14), "touching");
    assert.equal(await press("ArrowLeft", 1), "crossing");
    assert.equal(await press("ArrowLeft", 15), "inside");
    assert.equal(await press("ArrowLeft", 20), "apart", "in the hole");
    assert.equal(await press("ArrowRight", 50), "apart", "back where it was");
    // Where the pin stands in the picture: at 50, 0, 0, seen from 40, -90, 110.
    const { PerspectiveCamera, Vector3 } = await import(join(tools, "three/build/three.module.js"));
    const camera = new PerspectiveCamera(40, 800 / 600, 1, 1000);
    camera.position.set(40, -90, 110);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const at = (x) => {
      const { x: u, y: v } = new Vector3(x, 0, 0).project(camera);
      return [(1 + u) * 400, (1 - v) * 300];
    };
    await page.mouse.move(...at(50));
    await page.mouse.down();
    await page.mouse.move(...at(40), { steps: 3 });
    await page.mouse.move(...at(32), { steps: 3 });
    await page.mouse.up();
    assert.equal(await word(), "crossing", await page.textContent("#bracket"));
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
    stop();
  }
});
