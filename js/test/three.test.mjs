// Geometry of three.js and Babylon.js by its structure.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { load } from "clearance";
import { follow, meshOf, partsOf, poseOf, trianglesOf } from "clearance/three";
import { tools } from "./consumer.mjs";

const THREE = await import(join(tools, "three/build/three.module.js"));
const cl = await load();

const box = () => new THREE.BoxGeometry(2, 2, 2);
const placed = (x, y, z, scale = [1, 1, 1], turn = [0, 0, 0]) =>
  new THREE.Matrix4().compose(new THREE.Vector3(x, y, z), new THREE.Quaternion().setFromEuler(new THREE.Euler(...turn)), new THREE.Vector3(...scale));
const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 1e-12, `${value}, not ${wanted}`);

test("a geometry stands where its matrix puts it, with its scale in it", () => {
  const a = meshOf(cl, box());
  assert.deepEqual(a.scale, [1, 1, 1]);
  const b = meshOf(cl, box(), placed(10, 0, 0, [2, 3, 4]));
  assert.deepEqual(b.scale, [2, 3, 4]);
  near(a.body.distance(b.body).distance, 7);
  near(a.body.distance(follow(b, placed(0, 10, 0, [2, 3, 4]))).distance, 6);
  near(a.body.distance(follow(b, placed(0, 10, 0, [2, 3, 4], [0, 0, Math.PI / 2]))).distance, 7);
  assert.throws(() => follow(b, placed(0, 10, 0, [2, 3, 5])), { code: "bad_number", message: /has the scale 2, 3, 5/ });
});

test("a mesh with its own matrix is taken as it is", () => {
  const mesh = new THREE.Mesh(box());
  mesh.position.set(5, 0, 0);
  mesh.updateMatrixWorld();
  near(meshOf(cl, mesh).body.distance(cl.ball([0, 0, 0], 1)).distance, 3);
});

test("a mirror keeps the outside outside", () => {
  for (const scale of [[-1, 1, 1], [1, -2, 1], [-1, -1, -1]]) {
    const mirrored = meshOf(cl, box(), placed(0, 0, 0, scale));
    assert.ok(mirrored.scale[0] < 0, String(mirrored.scale));
    assert.equal(mirrored.body.report().insideOut, false);
    near(mirrored.body.distance(cl.point([0, 7, 0])).distance, 7 - Math.abs(scale[1]));
  }
  assert.equal(meshOf(cl, box(), placed(0, 0, 0, [-1, -1, 1])).body.report().insideOut, false);
});

test("shear is refused, and a scale of zero", () => {
  const shear = new THREE.Matrix4().makeShear(0.1, 0, 0, 0, 0, 0);
  assert.throws(() => poseOf(shear), { code: "bad_rotation", message: /shear/ });
  assert.throws(() => meshOf(cl, box(), placed(0, 0, 0, [0, 1, 1])), { code: "bad_number", message: /^matrixWorld/ });
  assert.throws(() => poseOf(new THREE.Matrix4().set(NaN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)), { code: "not_finite" });
});

test("every rotation comes back as it was, up to rounding", () => {
  let place = 0;
  for (const turn of [[0.1, 0.2, 0.3], [3, 0.1, 0], [0, 3, 0.1], [0.1, 0, 3], [Math.PI, 0, 0], [0, Math.PI, 0], [0, 0, Math.PI], [2, 2, 2]]) {
    const matrix = placed(1, 2, 3, [0.5, 2, 7], turn);
    const { translation, rotation, scale } = partsOf(matrix);
    const again = new THREE.Matrix4().compose(new THREE.Vector3(...translation), new THREE.Quaternion(...rotation), new THREE.Vector3(...scale));
    matrix.elements.forEach((number, at) => assert.ok(Math.abs(number - again.elements[at]) < 1e-14 * 7, `${turn}: ${number} ${again.elements[at]}`));
    place++;
  }
  assert.equal(place, 8);
});

test("interleaved and normalised attributes, no index and a draw range are taken", () => {
  const positions = box().getAttribute("position");
  const interleaved = new THREE.InterleavedBuffer(new Float32Array(positions.count * 5), 5);
  for (let vertex = 0; vertex < positions.count; vertex++) interleaved.array.set([positions.getX(vertex), positions.getY(vertex), positions.getZ(vertex)], 5 * vertex + 1);
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.InterleavedBufferAttribute(interleaved, 3, 1)).setIndex(box().index);
  const far = cl.ball([9, 0.25, 0.25], 1);
  near(meshOf(cl, geometry).body.distance(far).distance, 7);
  const short = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(Int16Array.from(positions.array, (number) => number * 32767), 3, true)).setIndex(box().index);
  near(meshOf(cl, short).body.distance(far).distance, 7);
  near(meshOf(cl, box().toNonIndexed()).body.distance(far).distance, 7);
  const ranged = box();
  // The second face of a box is the one at x = -1.
  ranged.setDrawRange(6, 6);
  assert.equal(trianglesOf(ranged).corners.length, 6);
  near(meshOf(cl, ranged).body.distance(far).distance, 9);
});

test("a Babylon mesh is taken by what it says of itself", () => {
  const mesh = {
    getVerticesData: (kind) => (kind === "position" ? [0, 0, 0, 1, 0, 0, 0, 1, 0] : null),
    getIndices: () => [0, 1, 2],
    getWorldMatrix: () => ({ m: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1] }),
  };
  near(meshOf(cl, mesh).body.distance(cl.point([0, 0, 0])).distance, 5);
});

test("what is no geometry is refused", () => {
  for (const wrong of [undefined, {}, { attributes: {} }]) assert.throws(() => meshOf(cl, wrong), { code: "bad_number" });
  assert.throws(() => meshOf(cl, { attributes: { position: { itemSize: 2 } } }), { message: /has 2 numbers a vertex/ });
});
