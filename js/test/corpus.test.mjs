// Every pair of the corpus has the bytes of the Rust crate. `crates/clearance-c/tests/corpus.txt` has one number a family,
// which a test of that crate compares with its own answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { load } from "clearance";

const crates = join(dirname(fileURLToPath(import.meta.url)), "../../crates");
const cl = await load();
const STATUS = ["separated", "touching", "overlapping"];

/** Points as they are stored, where the module reads them. */
function bodyOf({ points, radius = 0, pose }, List) {
  const body = cl.points(List.from(points.flat()), { dim: points[0].length }).rounded(radius);
  return pose ? body.moveTo(pose.translation, pose.rotation) : body;
}

const eight = new Float64Array(1);
const words = new Uint32Array(eight.buffer);

function digest(hash, answer) {
  const numbers = [answer.distance, answer.lower, answer.upper, ...[answer.normal, answer.pointA, answer.pointB].flatMap(([x, y, z = 0]) => [x, y, z])];
  let found = hash;
  for (const number of numbers) {
    eight[0] = number;
    for (const word of words) found = Math.imul(found ^ word, 16777619);
  }
  for (const word of [STATUS.indexOf(answer.status), 0]) found = Math.imul(found ^ word, 16777619);
  return found;
}

for (const line of readFileSync(join(crates, "clearance-c/tests/corpus.txt"), "utf8").split("\n").filter(Boolean)) {
  const [family, pairs, recorded] = line.split(" ");
  test(`the family ${family} has the bytes of the Rust crate`, () => {
    const cases = gunzipSync(readFileSync(join(crates, `lab/corpus/${family}.jsonl.gz`))).toString("utf8").split("\n").filter(Boolean);
    let found = 2166136261 | 0;
    for (const text of cases) {
      const { a, b, scalar } = JSON.parse(text);
      const [p, q] = [a, b].map((rough) => bodyOf(rough, scalar === "f32" ? Float32Array : Float64Array));
      found = digest(digest(found, p.distance(q)), p.signedDistance(q));
      p.dispose();
      q.dispose();
    }
    assert.equal(cases.length, Number(pairs));
    assert.equal((found >>> 0).toString(16).padStart(8, "0"), recorded);
  });
}
