// The packed package in pages that webpack, rollup and esbuild built, in Chromium. By hand: `cargo xtask js --bundlers`.

import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import resolve from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";
import { asked, launched } from "../browser.mjs";
import { files, project, put } from "../consumer.mjs";

const made = [];
let browser;

before(async () => {
  browser = await launched();
});

after(async () => {
  await browser?.close();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** The pages of the tests as a project of a user, bundled into its folder `dist`. */
async function bundled(name, bundle) {
  const folder = project(name);
  made.push(folder);
  put(folder, "test/pages");
  const dist = join(folder, "dist");
  await bundle(folder, dist);
  copyFileSync(join(folder, "index.html"), join(dist, "index.html"));
  return dist;
}

test("webpack takes the modules and the worker along, and each entry loads", async () => {
  const dist = await bundled("webpack", async (context, path) => {
    const compiler = webpack({ mode: "production", context, entry: "./page.js", output: { path, filename: "page.js", publicPath: "./" } });
    const stats = await new Promise((done, refused) => compiler.run((fault, stats) => (fault ? refused(fault) : done(stats))));
    assert.equal(stats.hasErrors(), false, stats.toString({ all: false, errors: true }));
  });
  assert.equal(files(dist, ".wasm").length, 2, "clearance.wasm and convex.wasm");
  for (const entry of ["load", "convex", "inline", "own"]) assert.deepEqual(await asked(browser, dist, {}, entry), { value: 1 }, entry);
  assert.deepEqual(await asked(browser, dist, {}, "worker"), { value: 2 });
});

test("rollup takes the modules along by its plugin for addresses, and each entry loads", async () => {
  const dist = await bundled("rollup", async (folder, dir) => {
    // The worker is an input of its own: the plugin would copy it as it is.
    const input = { page: join(folder, "page.js"), worker: join(folder, "worker.js") };
    const plugins = [resolve({ browser: true }), importMetaAssets({ exclude: "**/page.js" })];
    const bundle = await rollup({ input, plugins });
    await bundle.write({ dir, format: "es", entryFileNames: "[name].js" });
    await bundle.close();
  });
  assert.equal(files(dist, ".wasm").length, 2, "clearance.wasm and convex.wasm");
  for (const entry of ["load", "convex", "inline", "own"]) assert.deepEqual(await asked(browser, dist, {}, entry), { value: 1 }, entry);
  assert.deepEqual(await asked(browser, dist, {}, "worker"), { value: 2 });
});

test("esbuild leaves the module behind and is told so; inline and an address of one's own load", async () => {
  const dist = await bundled("esbuild", async (folder, outdir) => {
    const entryPoints = ["page.js", "worker.js"].map((name) => join(folder, name));
    await esbuild.build({ entryPoints, outdir, bundle: true, format: "esm", platform: "browser", target: "es2022", logLevel: "error" });
    copyFileSync(join(folder, "node_modules/clearance/dist/clearance.wasm"), join(outdir, "clearance.wasm"));
  });
  const missing = await asked(browser, dist, {}, "load");
  assert.equal(missing.code, "load");
  assert.match(missing.message, /the server answered 404/);
  assert.deepEqual(await asked(browser, dist, {}, "inline"), { value: 1 });
  assert.deepEqual(await asked(browser, dist, {}, "from", "clearance.wasm"), { value: 1 });
});
