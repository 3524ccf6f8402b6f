// The JavaScript package beside three-mesh-bvh, Manifold and rapier, question by question in one run. Times are medians of CPU
// seconds of this process, and a spread is not shown: run it twice.
//
//     cargo xtask js
//     cd bench/peers/javascript && npm install && node bench.mjs
import RAPIER from "@dimforge/rapier3d-compat";
import ManifoldModule from "manifold-3d";
import * as THREE from "three";
import { MeshBVH } from "three-mesh-bvh";
import { load } from "../../../js/src/node.js";

const POSES = 24;
const FRAMES = 60;

/** CPU seconds of this process, user and system. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const timed = (ask) => {
  const before = cpu();
  const answer = ask();
  return [answer, cpu() - before];
};
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const milliseconds = (seconds) => `${(median(seconds) * 1e3).toFixed(2)} ms`;

/** Numbers from 0 to 1 that are the same in each run (Marsaglia, 2003, xorshift). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
const random = randomNumbers(20_000);
const direction = () => {
  const drawn = [0, 0, 0].map(() => random() - 0.5);
  const size = Math.hypot(...drawn);
  return drawn.map((x) => x / size);
};
const rotation = () => new THREE.Quaternion().random().toArray();

/** The bodies of 20,000 triangles, with indices. */
const GEOMETRIES = {
  knot: () => new THREE.TorusKnotGeometry(1, 0.25, 200, 50),
  icosphere: () => new THREE.IcosahedronGeometry(1, 31),
};

const [cl, start] = await (async () => {
  const before = cpu();
  const loaded = await load();
  return [loaded, cpu() - before];
})();
const manifold = await ManifoldModule();
manifold.setup();
await RAPIER.init();
console.log(`node ${process.version}; load(): ${(start * 1e3).toFixed(0)} ms`);

/** One body for each library, and the time that each needs to build it. */
function bodies(geometry) {
  const { positions, triangles } = welded(geometry);
  const indexed = new THREE.BufferGeometry();
  indexed.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  indexed.setIndex(new THREE.BufferAttribute(triangles, 1));
  const [ours, tree] = timed(() => cl.mesh(positions, triangles));
  const [bvh, theirs] = timed(() => new MeshBVH(indexed, { indirect: true }));
  const [solid, manifolds] = timed(
    () => new manifold.Manifold(new manifold.Mesh({ numProp: 3, vertProperties: positions.slice(), triVerts: triangles.slice() })),
  );
  indexed.boundsTree = bvh;
  return { ours, bvh, solid, indexed, positions, tree, theirs, manifolds, count: triangles.length / 3 };
}

/** Corners with equal coordinates become one, and triangles without three corners are left out. */
function welded(geometry) {
  const source = geometry.index ? geometry.toNonIndexed() : geometry;
  const given = source.attributes.position.array;
  const numbers = new Map();
  const positions = [];
  const corners = [];
  for (let at = 0; at < given.length; at += 3) {
    const corner = [...given.subarray(at, at + 3)].map((x) => Math.fround(Math.round(x * 2 ** 20) / 2 ** 20));
    const key = corner.map((x) => x + 0).join();
    if (!numbers.has(key)) numbers.set(key, positions.push(...corner) / 3 - 1);
    corners.push(numbers.get(key));
  }
  const triangles = [];
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = corners.slice(at, at + 3);
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return { positions: new Float32Array(positions), triangles: new Uint32Array(triangles) };
}

/** Where the second body stands: apart by its size, 1e-4 away, touching at a corner, and across the first one. */
const PLACES = {
  apart: () => [direction().map((x) => 4 * x), rotation()],
  near: (a, b) => {
    let [to, turned] = PLACES.apart();
    for (let step = 0; step < 3; step += 1) {
      const { distance, normal } = a.ours.distance(b.ours.at(to, turned));
      to = to.map((x, axis) => x - normal[axis] * (distance - 1e-4));
    }
    return [to, turned];
  },
  touching: (a, b) => {
    const right = corner(a.positions, 1);
    const left = corner(b.positions, -1);
    return [right.map((x, axis) => x - left[axis]), [0, 0, 0, 1]];
  },
  crossing: () => [direction().map((x) => 0.6 * x), rotation()],
};

/** The corner that is farthest along x, times the sign. */
function corner(positions, sign) {
  let best = 0;
  for (let at = 0; at < positions.length; at += 3) if (sign * positions[at] > sign * positions[best]) best = at;
  return [...positions.subarray(best, best + 3)];
}

const matrix = (to, turned) =>
  new THREE.Matrix4().compose(new THREE.Vector3(...to), new THREE.Quaternion(...turned), new THREE.Vector3(1, 1, 1));

/** Distances, verdicts and relations of two meshes. Manifold gets twice the answer as its guess, which it needs. */
function meshes(name) {
  const [a, b] = [bodies(GEOMETRIES[name]()), bodies(GEOMETRIES[name]())];
  const trees = Array.from({ length: 7 }, () => bodies(GEOMETRIES[name]()));
  const each = (key) => milliseconds(trees.map((body) => body[key]));
  console.log(`\n${name}, ${a.count} triangles. The tree: clearance ${each("tree")}, MeshBVH ${each("theirs")}, Manifold ${each("manifolds")}`);
  for (const [place, stand] of Object.entries(PLACES)) {
    const times = { ours: [], kept: [], theirs: [], gap: [], overlaps: [], intersects: [], relation: [] };
    let [wrong, relations] = [0, {}];
    for (let pose = 0; pose < POSES; pose += 1) {
      const [to, turned] = stand(a, b);
      const placed = b.ours.at(to, turned);
      const moved = b.ours.at(to.map((x) => x * (1 + 1e-6)), turned);
      const at = matrix(to, turned);
      const cache = cl.cache();
      const ask = (key, question) => {
        const [answer, seconds] = timed(question);
        times[key].push(seconds);
        return answer;
      };
      const ours = ask("ours", () => a.ours.distance(placed));
      a.ours.distance(placed, { cache });
      ask("kept", () => a.ours.distance(moved, { cache }));
      cache.dispose();
      ask("overlaps", () => a.ours.overlaps(placed));
      ask("intersects", () => a.bvh.intersectsGeometry(b.indexed, at));
      const { relation } = ask("relation", () => a.ours.relation(placed));
      relations[relation] = (relations[relation] ?? 0) + 1;
      if (pose < 4) {
        const theirs = ask("theirs", () => a.bvh.closestPointToGeometry(b.indexed, at, {}, {}));
        if (!(theirs.distance >= ours.lower - 1e-9 && theirs.distance <= ours.upper + 1e-9)) wrong += 1;
        const solid = b.solid.transform(at.elements);
        ask("gap", () => a.solid.minGap(solid, 2 * ours.upper + 1e-3));
        solid.delete();
      }
    }
    const shown = Object.fromEntries(Object.entries(times).map(([key, seconds]) => [key, milliseconds(seconds)]));
    console.log(
      `  ${place}: distance ${shown.ours}, kept ${shown.kept}, closestPointToGeometry ${shown.theirs} (${wrong} of 4 outside of our bounds), ` +
        `minGap ${shown.gap} | overlaps ${shown.overlaps}, intersectsGeometry ${shown.intersects} | relation ${shown.relation} (${Object.entries(relations).map(([word, count]) => `${count} ${word}`).join(", ")})`,
    );
  }
  frames(a, b);
}

/** One mesh moves past another: what a viewer does. */
function frames(a, b) {
  const cache = cl.cache();
  const moving = b.ours.at([0, 0, 0]);
  const answer = cl.emptyAnswer();
  const times = { plain: [], kept: [], theirs: [] };
  let different = 0;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const angle = frame / 240;
    const [to, turned] = [[4 - 4 * angle, 0.3, 0.2], [0, Math.sin(angle), 0, Math.cos(angle)]];
    moving.moveTo(to, turned);
    const [plain, first] = timed(() => a.ours.distance(moving));
    const [, second] = timed(() => a.ours.distanceInto(moving, answer, { cache }));
    times.plain.push(first);
    times.kept.push(second);
    if (frame % 6 === 0) times.theirs.push(timed(() => a.bvh.closestPointToGeometry(b.indexed, matrix(to, turned), {}, {}))[1]);
    if (answer.distance !== plain.distance) different += 1;
  }
  console.log(`  ${FRAMES} frames: plain ${milliseconds(times.plain)}, kept ${milliseconds(times.kept)} (${different} other distances), MeshBVH ${milliseconds(times.theirs)}`);
}

/** Balls, boxes, and hulls of 32: a call with two poses and an answer, and columns. */
function convex() {
  const count = 1024;
  const corners = Array.from({ length: 32 }, () => direction().map(Math.fround));
  const rapier = {
    balls: new RAPIER.Ball(0.5),
    boxes: new RAPIER.Cuboid(0.5, 0.5, 0.5),
    hulls: RAPIER.ColliderDesc.convexHull(new Float32Array(corners.flat())).shape,
  };
  const ours = { balls: cl.ball([0, 0, 0], 0.5), boxes: cl.cuboid([0.5, 0.5, 0.5]), hulls: cl.hull(corners) };
  const poses = Array.from({ length: count }, () => [rotation(), [2.5 * random() + 1.25, 2.5 * (random() - 0.5), 2.5 * (random() - 0.5)], rotation()]);
  const named = ([x, y, z, w]) => (w === undefined ? { x, y, z } : { x, y, z, w });
  const theirs = poses.map((pose) => pose.map(named));
  const origin = { x: 0, y: 0, z: 0 };
  console.log("");
  for (const kind of ["balls", "boxes", "hulls"]) {
    const [a, b] = [ours[kind].at([0, 0, 0]), ours[kind].at([0, 0, 0])];
    const [placed, others] = [poses.map(([turned]) => ours[kind].at([0, 0, 0], turned)), poses.map(([, to, turned]) => ours[kind].at(to, turned))];
    const answer = cl.emptyAnswer();
    const ask = {
      distanceInto: () => poses.forEach(([first, to, second]) => a.moveTo([0, 0, 0], first).distanceInto(b.moveTo(to, second), answer)),
      distance: () => placed.forEach((body, pair) => body.distance(others[pair])),
      distances: () => cl.distances(placed, others),
      contactShape: () => theirs.forEach(([first, to, second]) => rapier[kind].contactShape(origin, first, rapier[kind], to, second, 100)),
    };
    const times = Object.fromEntries(Object.keys(ask).map((key) => [key, []]));
    for (let round = 0; round < 15; round += 1) for (const [key, question] of Object.entries(ask)) times[key].push(timed(question)[1]);
    const shown = Object.entries(times).map(([key, seconds]) => `${key} ${((median(seconds.slice(5)) / count) * 1e9).toFixed(0)} ns`);
    console.log(`${kind}${kind === "hulls" ? " of 32" : ""}, a pair: ${shown.join(", ")}`);
  }
}

Object.keys(GEOMETRIES).forEach(meshes);
convex();
