// The first lines of docs/javascript.md and of the README, pasted into an empty project with the packed package.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { js, project } from "./consumer.mjs";

for (const [name, told] of [["../docs/javascript.md", /^0\.5, and certainly from 0\.(4999|5)\d* to 0\.5\d*\nseparated .*\ntrue\n$/s], ["README.md", /^1 (0\.9999\d*|1) 1\d*\.?\d* \[ 1, 0, 0 \] \[ 2, 0, 0 \]\n$/]]) {
  test(`the first lines of ${name} work when they are pasted`, () => {
    const text = readFileSync(join(js, name), "utf8");
    const code = /```js\n([\s\S]*?)```/.exec(text)[1];
    const folder = project("guide");
    try {
      writeFileSync(join(folder, "first.js"), code);
      assert.match(execFileSync(process.execPath, ["first.js"], { cwd: folder, encoding: "utf8" }), told);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
