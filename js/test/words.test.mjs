// The words of the package, each against an answer that one can see.

import assert from "node:assert/strict";
import test from "node:test";
import { load, loadSync } from "clearance";
import { STRUCTS } from "../src/layout.js";

const cl = await load();

const cube = (half, at = [0, 0, 0]) => {
  const corners = [];
  for (let corner = 0; corner < 8; corner++) corners.push([0, 1, 2].map((axis) => (corner & (1 << axis) ? half : -half)));
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return cl.mesh(corners, faces.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]])).moveTo(at);
};
const near = (value, wanted, field) => assert.ok(Math.abs(value - wanted) < 1e-12, `${field}: ${value}, not ${wanted}`);

test("the places of members are those of the module", () => {
  assert.deepEqual(cl.places(), Object.values(STRUCTS).flatMap((struct) => Object.values(struct)));
});

test("every kind of shape has its distance from a ball, with bounds", () => {
  const ball = cl.ball([5, 0, 0], 1);
  const kinds = {
    ball: cl.ball([0, 0, 0], 1),
    point: cl.point([1, 0, 0]),
    cuboid: cl.cuboid([1, 2, 3]),
    ellipsoid: cl.ellipsoid([1, 2, 3]),
    capsule: cl.capsule([0, -1, 0], [0, 1, 0], 1),
    segment: cl.segment([1, -1, 0], [1, 1, 0]),
    triangle: cl.triangle([1, -1, 0], [1, 1, 0], [-1, 0, 0]),
    cylinder: cl.cylinder(2, 1),
    cone: cl.cone(1, 1).at([0, 0, 0], [0, 0, -Math.SQRT1_2, Math.SQRT1_2]),
    halfSpace: cl.halfSpace([1, 0, 0], 1),
    points: cl.points([[1, -1, 0], [1, 1, 0], [-1, 0, 0]]),
    hull: cl.hull(new Float32Array([1, -1, -1, 1, 1, -1, 1, 0, 1, -1, 0, 0])),
    own: cl.own((direction) => [Math.sign(direction[0]) || 1, Math.sign(direction[1]) || 1, Math.sign(direction[2]) || 1]),
    rounded: cl.cuboid([0.5, 1, 1]).rounded(0.5),
    mesh: cube(1),
    compound: cl.compound([cl.ball([-2, 0, 0], 1), cl.cuboid([1, 1, 1])]),
  };
  for (const [name, shape] of Object.entries(kinds)) {
    const found = shape.distance(ball);
    near(found.distance, 3, name);
    assert.ok(found.lower <= 3 && found.upper >= 3 - 1e-12 && found.upper - found.lower < 1e-9, `${name}: ${found.lower} ${found.upper}`);
    assert.equal(found.status, "separated");
    assert.deepEqual([found.pointA.length, found.normal.length], [3, 3]);
    if (name !== "compound") near(found.pointB[0], 4, name);
  }
  assert.equal(kinds.compound.distance(ball).leafA, 1);
  assert.equal(kinds.ball.distance(ball).leafA, null);
});

test("questions at rest say what a drawing says", () => {
  const [a, b] = [cl.cuboid([1, 1, 1]), cl.cuboid([1, 1, 1]).at([1.5, 0, 0])];
  near(a.signedDistance(b).distance, -0.5, "depth");
  assert.equal(a.distance(b).status, "overlapping");
  assert.equal(a.distance(b.at([2, 0, 0])).status, "touching");
  assert.ok(a.overlaps(b) && a.overlaps(b.at([2, 0, 0])) && !a.overlaps(b.at([2.001, 0, 0])));
  assert.equal(a.within(b.at([4, 0, 0]), 1.5), null);
  near(a.within(b.at([4, 0, 0]), 2).distance, 2, "within");
  near(a.within(b, 0).distance, 0, "within 0");
  for (const body of [a, cube(1), cl.ball([0, 0, 0], 1)]) assert.deepEqual([body.within(b, -0.25), body.within(b, -Infinity)], [null, null]);
  assert.ok(!a.isBelow(b.at([4, 0, 0]), 2) && a.isBelow(b.at([4, 0, 0]), 2.000001));
  near(a.closestPoint([3, 0, 0]).distance, 2, "closest point");
  near(a.wayOut(b, [0, 1, 0]).distance, 2, "way out");
  const manifold = a.contacts(b);
  assert.equal(manifold.contacts.length, 4);
  manifold.contacts.forEach((contact) => near(contact.separation, -0.5, "separation"));
  near(a.gradient(b.at([4, 0, 0])).translationB[0], 1, "slope");
  const out = cl.emptyAnswer();
  assert.equal(a.distanceInto(b.at([4, 0, 0]), out), out);
  near(out.distance, 2, "into");
  assert.deepEqual(out, a.distance(b.at([4, 0, 0])));
  assert.equal(a.nearestPairs(b.at([4, 0, 0]), 3).length, 1);
  cl.own((d) => d.map((n) => Math.sign(n) || 1)).checkSupport();
});

test("questions in motion say when", () => {
  const [a, b] = [cl.cuboid([1, 1, 1]), cl.ball([0, 0, 0], 1).at([6, 0, 0])];
  const cast = a.cast(b, [-8, 0, 0]);
  assert.equal(cast.outcome, "hit");
  near(cast.fraction, 0.5, "cast");
  near(a.castRay([4, 0, 0], [-6, 0, 0]).fraction, 0.5, "ray");
  near(a.impact(b, { b: { travel: [-8, 0, 0] } }).fraction, 0.5, "impact");
  near(a.leastClearance(b, { b: { travel: [0, 8, 0] } }).distance, 4, "least clearance");
  const crossing = a.crossing(b, [-1, 0, 0]);
  near(crossing.entry.fraction, 4, "entry");
  near(crossing.exit.fraction, 8, "exit");
  assert.equal(a.crossing(b, [0, 1, 0]), null);
  assert.equal(a.cast(b, [8, 0, 0]).outcome, "clear");
});

test("meshes are told apart, touching, crossing or inside", () => {
  const a = cube(1);
  const words = [[[3, 0, 0], 1], [[2, 0, 0], 1], [[1.5, 0, 0], 1], [[0, 0, 0], 0.5], [[0, 0, 0], 2]].map(([at, half]) => a.relation(cube(half, at)).relation);
  assert.deepEqual(words, ["apart", "touching", "crossing", "b_in_a", "a_in_b"]);
  const overlap = a.overlap(cube(1, [1.5, 0, 0]));
  assert.ok(overlap.lower <= 0.5 && overlap.upper >= 0.5);
  const volume = a.commonVolume(cube(1, [1.5, 0, 0]));
  assert.ok(volume.lower <= 2 && volume.upper >= 2, JSON.stringify(volume));
  assert.deepEqual(a.report(), { isClosed: true, insideOut: false, openEdges: 0, crowdedEdges: 0, turnedEdges: 0, degenerateTriangles: 0, repeatedTriangles: 0, parts: 1 });
  near(a.scaled(2).distance(cube(1, [4, 0, 0])).distance, 1, "scaled");
  near(a.at([1, 0, 0]).mirrored("x").distance(cube(1, [4, 0, 0])).distance, 1, "mirrored");
});

test("the plane has shapes and outlines of its own", () => {
  const square = cl.outline([[0, 0], [1, 0], [1, 1], [0, 1]]);
  const ring = cl.outline([[[-4, -4], [4, -4], [4, 4], [-4, 4]], [[-3, -3], [3, -3], [3, 3], [-3, 3]]]);
  near(square.distance(ring).distance, 2, "outline");
  assert.equal(square.relation(ring).relation, "apart");
  near(cl.polyline([[-9, 2], [9, 2]]).distance(square).distance, 1, "line");
  near(cl.ball([3, 0], 1).distance(cl.cuboid([1, 1])).distance, 1, "ball and box");
  near(cl.cuboid([1, 1]).at([0, 0], Math.PI / 2).distance(cl.point([3, 0])).distance, 2, "turned");
  assert.equal(cl.ball([3, 0], 1).distance(cl.cuboid([1, 1])).normal.length, 2);
  near(cl.hull(new Float64Array([0, 0, 1, 0, 0, 1]), { dim: 2 }).distance(cl.point([2, 0])).distance, 1, "hull");
});

test("a scene finds what breaks its rules", () => {
  const scene = cl.scene({ wall: cube(1), pipe: cube(1, [2.5, 0, 0]), duct: cube(1, [9, 0, 0]) });
  assert.deepEqual(scene.below(1).map(({ a, b, kind }) => [a, b, kind]), [["wall", "pipe", "gap"]]);
  scene.rule("wall", "p*", { below: 0.25 });
  assert.deepEqual(scene.below(1), []);
  scene.moveTo("pipe", [1, 0, 0]);
  assert.deepEqual(scene.below(1).map(({ relation, kind }) => [relation, kind]), [["crossing", "hard"]]);
  assert.deepEqual(scene.nearest(2).map(({ a, b }) => [a, b]), [["wall", "pipe"], ["pipe", "duct"]]);
  scene.dispose();
  assert.throws(() => scene.below(1), { code: "disposed" });
});

test("a batch has the answers of single calls, in columns or in arrays of the caller", () => {
  const ball = cl.ball([0, 0, 0], 0.5);
  const boxes = Array.from({ length: 5 }, (_, place) => cl.cuboid([1, 1, 1]).at([3 + place, 0.25, 0]));
  const all = [...boxes, cl.triangle([9, 0, 0], [9, 1, 0], [9, 0, 1]), cl.capsule([8, -1, 0], [8, 1, 0], 0.5)];
  const columns = cl.distances(ball, all);
  all.forEach((body, row) => {
    const alone = ball.distance(body);
    assert.equal(columns.distance[row], alone.distance);
    assert.deepEqual([...columns.pointB.subarray(3 * row, 3 * row + 3)], alone.pointB);
  });
  const distance = new Float32Array(7);
  const out = cl.signedDistances(all, ball, { out: { distance } });
  assert.deepEqual(Object.keys(out), ["distance"]);
  assert.equal(out.distance, distance);
  assert.equal(distance[0], Math.fround(columns.distance[0]));
  assert.deepEqual([...cl.overlapsMany(ball, all)], [0, 0, 0, 0, 0, 0, 0]);
  assert.equal(cl.distances([], []).distance.length, 0);
});

test("a kept cache changes no bit of meshes, and of hulls nothing beyond the bounds", () => {
  const cache = cl.cache();
  const [a, b] = [cl.hull(cloud(32)), cl.hull(cloud(32))];
  const [c, d] = [cube(1), cube(1)];
  let fewer = 0;
  for (let step = 0; step < 20; step++) {
    b.moveTo([3 + 0.01 * step, 0.1 * step, 0]);
    const [kept, cold] = [a.distance(b, { cache }), a.distance(b)];
    assert.ok(kept.lower <= cold.upper && cold.lower <= kept.upper, `${kept.lower} ${cold.upper}`);
    fewer += kept.iterations < cold.iterations;
  }
  for (let step = 0; step < 20; step++) {
    d.moveTo([3 + 0.01 * step, 0.1 * step, 0], [0, 0, 0.1, 1]);
    const { iterations, ...kept } = c.distance(d, { cache });
    const { iterations: more, ...cold } = c.distance(d);
    assert.deepEqual(kept, cold);
  }
  assert.ok(fewer > 10, `${fewer} of 20 took fewer steps`);
  cache.dispose();
});

function cloud(count) {
  return Array.from({ length: count }, (_, place) => [0, 1, 2].map((axis) => Math.sin(12.9898 * (place + 1) * (axis + 1))));
}

test("writeMesh, interleaved arrays and 16-bit indices build the same mesh", () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const index = Uint16Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
  const interleaved = new Float32Array(4 * 5 + 2);
  for (let vertex = 0; vertex < 4; vertex++) interleaved.set(positions.subarray(3 * vertex, 3 * vertex + 3), 2 + 5 * vertex);
  const meshes = [
    cl.mesh(positions, index),
    cl.mesh(Float64Array.from(positions), Uint32Array.from(index)),
    cl.mesh(interleaved, index, { stride: 5, offset: 2, count: 4 }),
    cl.mesh([...index].map((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)])),
    cl.writeMesh(4, 4, (vertices, triangles) => {
      vertices.set(positions);
      triangles.set(index);
    }),
  ];
  const ball = cl.ball([2, 2, 2], 0.5);
  const first = meshes[0].distance(ball);
  meshes.forEach((mesh) => assert.deepEqual(mesh.distance(ball), first));
});

test("two instances share nothing, and loadSync is one", () => {
  const other = loadSync();
  assert.equal(other.version, cl.version);
  const body = other.cuboid([1, 1, 1]);
  assert.equal(body.distance(other.ball([3, 0, 0], 1)).distance, 1);
  assert.throws(() => body.distance(cl.ball([3, 0, 0], 1)), { code: "foreign", message: /^b \(ball\)/ });
});
