// WebAssembly and the native library: the same bits. Every pair of the corpus is answered by both, and every number is
// compared. Both write numbers so that they read back as themselves, in the scalar of the pair. The command writes some
// bounds of `f32` pairs with the digits of an `f64`: these numbers are read as `f32`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { gunzipSync } from "node:zlib";
import { web } from "./browser.mjs";
import { Run, initSync } from "../pkg/clearance_web.js";

initSync({ module: readFileSync(join(web, "pkg/clearance_web_bg.wasm")) });

const corpus = join(web, "../crates/lab/corpus");
const reading = { f32: (_, value) => (typeof value === "number" ? Math.fround(value) : value), f64: (_, value) => value };
const keys = ["status", "distance", "lower", "upper", "normal", "point_a", "point_b"];

test("every pair of the corpus has the bits of the command's answer in WebAssembly, too", () => {
  const lines = readdirSync(corpus)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .flatMap((name) => gunzipSync(readFileSync(join(corpus, name))).toString("utf8").split("\n").filter(Boolean));
  const folder = mkdtempSync(join(tmpdir(), "clearance-"));
  try {
    const file = join(folder, "pairs.jsonl");
    writeFileSync(file, lines.join("\n") + "\n");
    const told = execFileSync(process.env.CLEARANCE, ["query", file], { encoding: "utf8", maxBuffer: 1 << 28 });
    const answers = told.split("\n").filter(Boolean).map((text) => JSON.parse(text));
    assert.equal(answers.length, lines.length);
    const different = lines.filter((line, index) => {
      const run = new Run(line, "float", 0, 0);
      const here = JSON.parse(run.answer());
      run.free();
      const read = reading[JSON.parse(line).scalar];
      return keys.some((key) => JSON.stringify(here[key], read) !== JSON.stringify(answers[index][key], read));
    });
    assert.ok(lines.length > 3000, `${lines.length} pairs`);
    assert.deepEqual(different.slice(0, 3), [], `${different.length} of ${lines.length} differ`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
