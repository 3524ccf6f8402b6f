// The types, strict and with the library files checked, as a user's compiler sees them; and every word they name is there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { load } from "clearance";
import { js, project, tools } from "./consumer.mjs";

const PROGRAM = `
import { load, type Answer, type Body, ClearanceError } from "clearance";
import { load as loadConvex } from "clearance/convex";
import { follow, meshOf, poseOf } from "clearance/three";
import { received, send } from "clearance/worker";
import { BufferGeometry, Matrix4, Mesh, Vector3 } from "three";

const cl = await load();
const mesh = new Mesh(new BufferGeometry());
{
  using a = cl.mesh(new Float32Array(9), new Uint16Array(3)), b: Body = cl.hull([new Vector3(1, 2, 3)]);
  const answer: Answer = a.distance(b.at(mesh.position, mesh.quaternion), { precision: "exact" });
  const word: "apart" | "touching" | "crossing" | "a_in_b" | "b_in_a" = a.relation(b).relation;
  console.log(answer.lower <= answer.upper, word, cl.distances(a, [b]).distance.length);
}
const placed = meshOf(cl, mesh.geometry, mesh.matrixWorld);
follow(meshOf(cl, mesh), new Matrix4());
cl.scene({ wall: placed.body.at(poseOf(mesh.matrixWorld).translation) }).rule("*", "*", { below: 1, contact: "auto" });
const convex = await loadConvex();
// @ts-expect-error: convex shapes alone
convex.mesh(new Float32Array(9));
// @ts-expect-error: no such option
cl.ball([0, 0, 0], 1).distance(cl.point([1, 2, 3]), { precison: "exact" });
try { cl.ball([0, 0, 0], -1); } catch (error) { if (error instanceof ClearanceError && error.code === "negative") console.log(error.message); }
declare const worker: Worker;
send(worker, new WebAssembly.Module(new Uint8Array()));
const later = await received();
later.cuboid([1, 2, 3]).dispose();
`;

test("the types hold under strict and without skipLibCheck", () => {
  const folder = project("types", ["three", "@types/three"]);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const options = { strict: true, noEmit: true, target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2022", "DOM", "ESNext.Disposable"], types: [], skipLibCheck: false };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }));
  try {
    execFileSync(join(tools, ".bin/tsc"), ["-p", folder], { encoding: "utf8", stdio: "pipe" });
  } catch ({ stdout }) {
    assert.fail(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every word of the types is there, and every word that is there has a type", async () => {
  const text = readFileSync(join(js, "types/index.d.ts"), "utf8");
  const members = (name) => {
    const body = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(text)[1];
    return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:?]/gm)].map((match) => match[1]);
  };
  const cl = await load();
  const own = Object.keys(cl).filter((name) => name !== "places");
  assert.deepEqual(new Set([...members("Convex"), ...members("Clearance")]), new Set(own));
  const box = cl.cuboid([1, 1, 1]);
  const words = Object.getOwnPropertyNames(Object.getPrototypeOf(box)).filter((name) => name !== "constructor");
  assert.deepEqual(new Set([...members("Shape"), ...members("Body"), ...members("Freed")]), new Set(words));
  const scene = Object.getOwnPropertyNames(Object.getPrototypeOf(cl.scene())).filter((name) => name !== "constructor");
  assert.deepEqual(new Set([...members("Scene"), ...members("Freed")]), new Set(scene));
});
