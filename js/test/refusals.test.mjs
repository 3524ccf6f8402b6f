// What is wrong is told by its field, and nothing is lost.

import assert from "node:assert/strict";
import test from "node:test";
import { ClearanceError, load } from "clearance";
import { load as loadConvex } from "clearance/convex";
import { load as loadInline } from "clearance/inline";

const cl = await load();
const box = cl.cuboid([1, 1, 1]);
const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

const WRONG = [
  ["a center that is not a number", () => cl.ball([NaN, 0, 0], 1), "not_finite", /^center\[0\] is NaN/],
  ["an infinite radius", () => cl.ball([0, 0, 0], Infinity), "not_finite", /^radius is Infinity/],
  ["a negative radius", () => cl.ball([0, 0, 0], -1), "negative", /^radius is -1/],
  ["text for a number", () => cl.ball([0, 0, 0], "1"), "bad_number", /^radius is "1"/],
  ["a vector of four", () => cl.ball([0, 0, 0, 0], 1), "bad_number", /^center has 4 numbers/],
  ["nothing for a vector", () => cl.cuboid(), "bad_number", /^halfExtents is undefined/],
  ["a negative half extent", () => cl.cuboid([1, -2, 1]), "negative", /^halfExtents\[1\] is -2/],
  ["ends of two dimensions", () => cl.capsule([0, 0, 0], [1, 1], 1), "bad_number", /^end has 2 numbers/],
  ["a half-space without a direction", () => cl.halfSpace([0, 0, 0], 1), "bad_number", /^normal is zero/],
  ["no points", () => cl.points([]), "empty", /^points has no point/],
  ["no points for a hull", () => cl.hull(new Float64Array(0)), "empty", /^points has no point/],
  ["a point that is not a number", () => cl.hull(Float64Array.of(0, 0, 0, 1, NaN, 0)), "not_finite", /^points\[1\]/],
  ["points with a number too few", () => cl.hull(Float64Array.of(0, 0, 0, 1)), "bad_number", /^points has 4 numbers/],
  ["a stride that is too small", () => cl.hull(new Float64Array(12), { stride: 2 }), "bad_stride", /^options\.stride is 2/],
  ["a stride with a fraction", () => cl.hull(new Float64Array(12), { stride: 3.5 }), "bad_stride", /^options\.stride is 3\.5/],
  ["more points than there are", () => cl.hull(new Float64Array(12), { count: 5 }), "bad_index", /^options\.count is 5/],
  ["a misspelt option", () => cl.hull(new Float64Array(12), { strid: 3 }), "unknown", /^options\.strid means nothing/],
  ["a vertex that is not there", () => cl.mesh(corners, Uint32Array.of(0, 1, 9)), "bad_index", /^triangles: .*9/],
  ["a negative index", () => cl.mesh(corners, [0, 1, -2]), "bad_index", /^triangles\[0\] names vertex -2/],
  ["indices with a number too few", () => cl.mesh(corners, Uint32Array.of(0, 1)), "bad_number", /^triangles has 2 numbers/],
  ["no triangles", () => cl.mesh(corners, new Uint32Array(0)), "empty", /^triangles/],
  ["a vertex that is infinite", () => cl.mesh(Float32Array.of(0, 0, 0, 1, 0, 0, 0, Infinity, 0), Uint32Array.of(0, 1, 2)), "not_finite", /^vertices/],
  ["no outline", () => cl.outline([]), "empty", /^points/],
  ["a ring of numbers", () => cl.outline([1, 2, 3]), "bad_number", /^polygons/],
  ["a corner that is not a number", () => cl.outline([[0, 0], [1, 0], [NaN, 1]]), "not_finite", /^polygons\[0\]\[0\]\[2\]\[0\]/],
  ["an empty compound", () => cl.compound([]), "empty", /^shapes/],
  ["a compound of a mesh", () => cl.compound([cl.mesh(corners, [0, 1, 2])]), "unsupported", /^shapes\[0\]/],
  ["a compound of something else", () => cl.compound([{}]), "bad_number", /^shapes\[0\] is a Object/],
  ["a rotation of zeros", () => box.at([0, 0, 0], [0, 0, 0, 0]), "bad_rotation", /^box\.rotation/],
  ["a rotation that is not a number", () => box.at([0, 0, 0], [0, 0, 0, NaN]), "not_finite", /^box\.rotation\[3\]/],
  ["a translation of the plane", () => box.at([0, 0]), "bad_number", /^box\.translation has 2 numbers/],
  ["a body that is none", () => box.distance({}), "bad_number", /^b is a Object/],
  ["nothing for a body", () => box.distance(), "bad_number", /^b is undefined/],
  ["a shape of the plane", () => box.distance(cl.ball([0, 0], 1)), "mixed", /^b \(ball\) is of the plane/],
  ["an unknown precision", () => box.distance(box, { precision: "double" }), "unknown", /^options\.precision is "double"/],
  ["a tolerance below zero", () => box.distance(box, { tolerance: -1 }), "negative", /^options\.tolerance is -1/],
  ["no iterations", () => box.distance(box, { maxIterations: 0 }), "bad_number", /^options\.maxIterations is 0/],
  ["a limit that is not a number", () => box.within(box, NaN), "bad_number", /^maxDistance is NaN/],
  ["a depth of meshes", () => box.signedDistance(cl.mesh(corners, [0, 1, 2])), "unsupported", /^b\.kind/],
  ["a relation of boxes", () => box.relation(box), "unsupported", /^a\.kind/],
  ["a motion with a misspelt member", () => box.impact(box, { b: { speed: [1, 0, 0] } }), "unknown", /^motions\.b\.speed/],
  ["a travel that is infinite", () => box.cast(box, [Infinity, 0, 0]), "not_finite", /^travel\[0\]/],
  ["a radius for a mesh", () => cl.mesh(corners, [0, 1, 2]).rounded(1), "unsupported", /^mesh/],
  ["a factor of zero", () => cl.mesh(corners, [0, 1, 2]).scaled(0), "bad_number", /^factor is 0/],
  ["axes that there are not", () => cl.mesh(corners, [0, 1, 2]).mirrored("w"), "bad_number", /^axes is "w"/],
  ["a batch of two lengths", () => cl.distances([box, box], [box]), "bad_number", /^b has 1 bodies/],
  ["a pair of a batch", () => cl.signedDistances([box, cl.mesh(corners, [0, 1, 2])], box), "unsupported", /^pair 1: a\.kind/],
  ["a column that is too short", () => cl.distances([box, box], box, { out: { normal: new Float64Array(5) } }), "bad_number", /^options\.out\.normal/],
  ["a name that is taken", () => cl.scene({ one: cl.mesh(corners, [0, 1, 2]) }).add("one", cl.mesh(corners, [0, 1, 2])), "bad_name", /^name/],
  ["a name that is not there", () => cl.scene().moveTo("none", [0, 0, 0]), "bad_name", /^name is "none"/],
  ["a box in a scene", () => cl.scene({ box }), "unsupported", /^body\.kind/],
  ["a rule with a negative limit", () => cl.scene().rule("*", "*", { below: -1 }), "negative", /^rule\.below is -1/],
];

for (const [what, call, code, message] of WRONG) {
  test(`${what} is refused by name`, () => {
    assert.throws(call, (error) => {
      assert.ok(error instanceof ClearanceError, String(error));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    });
  });
}

test("what is disposed is not used again, and is disposed twice without harm", () => {
  const mesh = cl.mesh(corners, [0, 1, 2]);
  const elsewhere = mesh.at([1, 0, 0]);
  const before = cl.heap().live;
  mesh.dispose();
  mesh.dispose();
  mesh[Symbol.dispose]();
  assert.equal(cl.heap().live, before - 1);
  for (const call of [() => box.distance(mesh), () => elsewhere.distance(box), () => mesh.report(), () => cl.scene({ mesh }), () => cl.compound([mesh])]) {
    assert.throws(call, { code: "disposed" });
  }
  const cache = cl.cache();
  cache.dispose();
  assert.throws(() => box.distance(box, { cache }), { code: "disposed", message: /^options\.cache/ });
});

test("what a support function throws is thrown again, and the instance goes on", () => {
  const thrown = new RangeError("mine");
  const own = cl.own(() => {
    throw thrown;
  });
  assert.throws(() => box.distance(own), (error) => error === thrown);
  for (const [wrong, code, message] of [[() => [NaN, 0, 0], "not_finite", /support's point\[0\]/], [() => [1, 2], "bad_number", /support's point has 2/], [() => undefined, "bad_number", /support's point is undefined/]]) {
    assert.throws(() => cl.own(wrong).distance(box), { code, message });
  }
  assert.throws(() => cl.own((d) => (box.distance(box), d)).distance(box), { code: "busy" });
  assert.equal(box.distance(cl.ball([3, 0, 0], 1)).distance, 1);
});

test("a support function that disposes what is asked about changes nothing until the call is over", () => {
  const mesh = cl.mesh(corners, [0, 1, 2]);
  const own = cl.own((direction) => {
    mesh.dispose();
    return [5 + (Math.sign(direction[0]) || 1), Math.sign(direction[1]) || 1, Math.sign(direction[2]) || 1];
  });
  assert.equal(mesh.distance(own).distance, 3);
  assert.throws(() => mesh.distance(own), { code: "disposed" });
});

test("ten thousand bodies are made and disposed in memory that does not grow", () => {
  const round = (count) => {
    for (let place = 0; place < count; place++) {
      const mesh = cl.mesh(corners, [0, 1, 2]);
      const hull = cl.hull(corners);
      const own = cl.own((d) => d);
      const points = cl.points(corners);
      const cache = cl.cache();
      mesh.distance(hull, { cache });
      for (const thing of [mesh, hull, own, points, cache]) thing.dispose();
    }
  };
  round(100);
  const before = cl.heap();
  round(2000);
  assert.deepEqual(cl.heap(), before);
});

test("what nothing names is freed by the collector", async () => {
  const before = cl.heap().live;
  for (let place = 0; place < 200; place++) cl.mesh(corners, [0, 1, 2]).at([1, 0, 0]);
  if (!globalThis.gc) {
    const { setFlagsFromString } = await import("node:v8");
    setFlagsFromString("--expose-gc");
    globalThis.gc = (await import("node:vm")).runInNewContext("gc");
  }
  for (let turn = 0; turn < 20 && cl.heap().live > before; turn++) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.ok(cl.heap().live <= before, `${cl.heap().live} live, ${before} before`);
});

test("a source that is no module is told", async () => {
  await assert.rejects(load(new TextEncoder().encode("<!doctype html>")), { code: "load", message: /no WebAssembly.*<!doctype html>/ });
  await assert.rejects(load("/no/such/file.wasm"), { code: "load", message: /cannot be read/ });
  await assert.rejects(load(Uint8Array.of(0, 97, 115, 109, 9, 0, 0, 0)), { code: "load" });
});

test("convex shapes have a module of their own, which says what it has not", async () => {
  const convex = await loadConvex();
  const hull = convex.hull(corners).at([0, 0, 2]);
  assert.equal(hull.distance(convex.cuboid([1, 1, 1])).distance, cl.hull(corners).at([0, 0, 2]).distance(box).distance);
  assert.throws(() => convex.mesh(corners, [0, 1, 2]), { code: "unsupported", message: /clearance\/convex/ });
});

test("the module inside of a script is the same", async () => {
  const inline = await loadInline();
  assert.equal(inline.version, cl.version);
  assert.equal(inline.cuboid([1, 1, 1]).distance(inline.ball([3, 0, 0], 1)).distance, 1);
});
