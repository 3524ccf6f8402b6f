// Meshes as they are, in a real browser: the answer for the surfaces, how it is shown, and how they are moved.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { agrees, answer, drawTime, says, settled, start } from "./browser.mjs";
import { box, dae, glb, gltf, obj, off, ply, stl, threemf, torus } from "./meshes.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

const moved = (mesh, by) => ({ ...mesh, points: mesh.points.map((point) => point.map((value, axis) => value + by[axis])) });
const scaled = (mesh, by) => ({ ...mesh, points: mesh.points.map((point) => point.map((value) => value * by)) });

/** A ring and another one through its hole. */
const RING = torus(16, 8, 0.3);
const HOOK = moved({ ...RING, points: RING.points.map(([x, y, z]) => [x, -z, y]) }, [1.1, 0, 0.123456789]);

/** Drops files of any bytes on the page and waits until the answer is that of the surfaces, or a sentence. */
async function open(page, files, sentence = /The answer is that of the surfaces/) {
  const packed = files.map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
    document.querySelector("#pictures").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, packed);
  await says(page, sentence);
  if (/surfaces/.test(sentence.source)) await page.waitForSelector("#meshes");
  await settled(page);
}

/** What the command says of the files, asked as the page tells. */
function compared(files, words) {
  const folder = mkdtempSync(join(tmpdir(), "clearance-"));
  try {
    for (const [name, content] of files) {
      const path = join(folder, /\.bin$/.test(name) ? join("parts", name) : name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    return JSON.parse(execFileSync(process.env.CLEARANCE, [...words.split(" ").slice(1), "--format", "json"], { encoding: "utf8", cwd: folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the page shows what the command says of its files and poses. */
async function agreesWithCommand(page, files) {
  const [shown, told] = [await answer(page), compared(files, await page.textContent("#asked"))];
  const relation = { apart: "apart", touching: "touching", crossing: "crossing", "A in B": "a_in_b", "B in A": "b_in_a" }[shown.relation];
  assert.equal(relation, told.relation);
  assert.equal(shown.status, told.status);
  for (const key of ["distance", "leaf_a", "leaf_b"]) assert.equal(Number(shown[key]), told[key], key);
  for (const key of ["point_a", "point_b", "normal"]) assert.deepEqual(shown[key].split(", ").map(Number), told[key], key);
  // The command rounds the printed bounds outward, so that the decimals themselves bracket.
  assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper);
  assert.equal((await page.locator("#open-said").count()) === 1, told.open === true);
}

const inMetres = scaled(HOOK, 0.001);
for (const files of [
  [["ring.obj", obj(RING)], ["hook.stl", stl(HOOK)]],
  [["ring.ply", ply(RING)], ["hook.off", off(HOOK)]],
  [["ring.3mf", threemf(RING)], ["hook.glb", glb(inMetres, [[0, 0, 0], [0.005, 0, 0]])]],
  [["ring.dae", dae(RING, 0.001)], ["hook.gltf", gltf(inMetres, "hook.bin")[0]], ["hook.bin", gltf(inMetres, "hook.bin")[1]]],
]) {
  test(`${files.map(([name]) => name).join(" and ")}: the surfaces' distance, bounds, places and triangles are the command's`, async () => {
    const page = await browser.open("two-boxes");
    await open(page, files);
    assert.equal((await answer(page)).relation, "apart");
    assert.ok(Number((await answer(page)).distance) > 0.1);
    await agreesWithCommand(page, files);
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

// `cargo xtask test cost` holds its size.
test("what meshes need is fetched with the first mesh that is not convex", async () => {
  const page = await browser.fresh("two-boxes");
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  const cube = (x) => obj(moved(box([1, 1, 1]), [x, 0, 0]));
  await open(page, [["a.obj", cube(0)], ["b.obj", cube(3)]], /a\.obj.* is A now/);
  assert.equal((await answer(page)).distance, "1");
  await page.waitForTimeout(1500);
  assert.ok(!fetched.some((address) => /scene/.test(address)), `${fetched}`);
  await open(page, [["ring.obj", obj(RING)], ["b.obj", cube(3)]]);
  assert.ok(fetched.some((address) => /clearance_web_scene_bg.*\.wasm/.test(address)));
  await page.done();
});

test("B is moved and turned by keys, each answer is the command's, and undo brings the first one back", async () => {
  const files = [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]];
  const page = await browser.open("two-boxes");
  await open(page, files);
  const before = await answer(page);
  await page.locator(".body-button.of-b").focus();
  for (const key of ["ArrowRight", "PageUp", "q", "w"]) {
    await page.keyboard.press(key);
    await settled(page);
    await agreesWithCommand(page, files);
  }
  assert.notEqual((await answer(page)).distance, before.distance);
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("Control+z");
  await settled(page);
  assert.deepEqual(await answer(page), before);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the mouse drags B by its gizmo", async () => {
  const page = await browser.open("two-boxes");
  await open(page, [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]]);
  const [before, title] = [await answer(page), await page.getAttribute(".body-button.of-b", "title")];
  // The gizmo stands at B's middle, where its letter is. Its middle moves B in the plane of the picture.
  const letter = await page.locator(".label.of-b").boundingBox();
  const [x, y] = [letter.x + letter.width / 2, letter.y + letter.height / 2];
  await page.mouse.move(x, y);
  await settled(page);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 10, { steps: 6 });
  await page.mouse.up();
  await settled(page);
  assert.notEqual(await page.getAttribute(".body-button.of-b", "title"), title);
  assert.notEqual((await answer(page)).distance, before.distance);
  await page.done();
});

/** How many pixels of the picture are near the colour of one of the boxes' lines, and the bytes of the picture. */
const pixels = (page) => page.evaluate(() => document.querySelector(".picture canvas").toDataURL());

test("the boxes of the front are drawn on request, and with what is left they are all pairs of triangles", async () => {
  const page = await browser.open("two-boxes");
  await open(page, [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]]);
  const before = await pixels(page);
  await page.click("#front");
  await settled(page);
  assert.equal(await page.getAttribute("#front", "aria-pressed"), "true");
  const said = await page.textContent("#front-said");
  const [boxes, leftOut, rest] = [/^([\d,]+) pairs of boxes/, /hold ([\d,]+) pairs/, /([\d,]+) pairs of triangles (?:is|are) left/].map((pattern) => Number(pattern.exec(said)[1].replaceAll(",", "")));
  assert.ok(boxes > 10, said);
  assert.equal(leftOut + rest, (2 * 16 * 8) ** 2);
  assert.notEqual(await pixels(page), before);
  // The front is that of the pose at hand.
  await page.locator(".body-button.of-b").focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.notEqual(await page.textContent("#front-said"), said);
  await page.click("#front");
  await settled(page);
  assert.equal(await page.locator("#front-said").count(), 0);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the answer for the hulls is one click away, with its steps and the command's numbers, and so is the way back", async () => {
  const page = await browser.open("two-boxes");
  await open(page, [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]]);
  const surfaces = await answer(page);
  await page.click("#hulls");
  await page.waitForSelector("#step");
  await settled(page);
  assert.equal((await answer(page)).status, "overlapping");
  await agrees(page);
  await page.click("#surfaces");
  await page.waitForSelector("#meshes");
  await settled(page);
  assert.deepEqual(await answer(page), surfaces);
  assert.deepEqual(page.errors, []);
  await page.done();
});

for (const { what, files, words, relation } of [
  { what: "a box in a ring's tube", files: [["ring.obj", obj(RING)], ["box.obj", obj(moved(box([0.02, 0.02, 0.02]), [1, 0, 0]))]], relation: "B in A", words: /B lies inside A, .* from its wall/ },
  { what: "rings through each other", files: [["ring.obj", obj(RING)], ["b.obj", obj(moved(RING, [0.4, 0, 0.1]))]], relation: "crossing", words: /A and B cross/ },
  { what: "an open box beside a ring", files: [["ring.obj", obj(RING)], ["open.obj", obj(moved(box([0.5, 0.5, 0.5], 5), [3, 0, 0]))]], relation: "apart", words: /apart/ },
]) {
  test(`${what}: the relation is in words, and it is the command's`, async () => {
    const page = await browser.open("two-boxes");
    await open(page, files);
    assert.equal((await answer(page)).relation, relation);
    assert.match(await page.textContent("#verdict"), words);
    await agreesWithCommand(page, files);
    if (/open/.test(what)) {
      assert.match(await page.textContent("#meshes"), /Odd about it: open: 4 edges/);
      assert.match(await page.textContent("#open-said"), /counts as its surface/);
    }
    await page.done();
  });
}

test("boxes that touch show the region, and its area is in words", async () => {
  const page = await browser.open("two-boxes");
  const [near, far] = [box([1, 1, 1]), moved(box([1, 1, 1]), [-5, 0, 0])];
  // Two boxes as one body, which is not convex.
  const both = { points: [...near.points, ...far.points], faces: [...near.faces, ...far.faces.map((face) => face.map((corner) => corner + near.points.length))] };
  await open(page, [["a.obj", obj(both)], ["b.obj", obj(moved(near, [2, 0.5, 0]))]]);
  assert.equal((await answer(page)).relation, "touching");
  assert.match(await page.textContent("#contact-said"), /^They touch in a face of area 3/);
  await page.done();
});

test("where one file names a unit and the other one does not, the unit can be chosen, and the answer is the command's", async () => {
  const files = [["ring.dae", dae(RING, 0.001)], ["hook.obj", obj(HOOK)]];
  const page = await browser.open("two-boxes");
  await open(page, files);
  await agreesWithCommand(page, files);
  const before = Number((await answer(page)).distance);
  await page.selectOption("#unit", { label: "centimetres" });
  await settled(page);
  assert.match(await page.textContent("#asked"), /--unit cm/);
  await agreesWithCommand(page, files);
  assert.notEqual(Number((await answer(page)).distance), before);
  await page.done();
});

test("a link cannot hold a mesh, and the page says so; Back finds the meshes again while it is open", async () => {
  const page = await browser.open("two-boxes");
  await open(page, [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]]);
  const shown = await answer(page);
  await page.waitForFunction(() => location.hash.startsWith("#meshes."));
  await page.click("#share");
  await says(page, /link cannot hold a mesh/);
  await page.click("[data-scene=two-pebbles]");
  await page.waitForSelector("#step");
  await page.waitForFunction(() => location.hash === "#two-pebbles");
  await page.goBack();
  await page.waitForSelector("#meshes");
  await settled(page);
  assert.deepEqual(await answer(page), shown);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await says(page, /link cannot hold those; open the files again/);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("without the network a sentence says that the hulls stand for the meshes", async () => {
  const page = await browser.fresh("two-boxes", {}, (page) => page.route(/clearance_web_scene/, (route) => route.abort()));
  await open(page, [["ring.obj", obj(RING)], ["hook.obj", obj(HOOK)]], /The hulls stand for the meshes: ring\.obj: what meshes need could not be fetched/);
  assert.equal((await answer(page)).status, "overlapping");
  await agrees(page);
  await page.done();
});

/** The least time of a move of B, in milliseconds of the machine of the limits; few tries are enough if it is below a limit. */
async function timed(page, limit) {
  await page.locator(".body-button.of-b").focus();
  let least = Infinity;
  for (let press = 0; press < 25 && !(least < limit); press++) {
    await page.keyboard.press(press % 2 ? "Shift+ArrowRight" : "Shift+ArrowLeft");
    await settled(page);
    least = Math.min(least, await drawTime(page));
  }
  return least;
}

for (const { around, count, limit } of [{ around: 32, count: "1,024", limit: 16 }, { around: 224, count: "50,176", limit: 250 }]) {
  test(`two meshes of ${count} triangles follow the hand: a move is answered and drawn within ${limit} ms`, async () => {
    const ring = torus(around, around / 2, 0.3);
    const hook = moved({ ...ring, points: ring.points.map(([x, y, z]) => [x, -z, y]) }, [1.1, 0, 0.1]);
    const page = await browser.open("two-boxes");
    await open(page, [["ring.off", off(ring)], ["hook.off", off(hook)]]);
    assert.match(await page.textContent("#meshes"), new RegExp(`${count} triangles`));
    const least = await timed(page, limit);
    console.log(`two meshes of ${count} triangles: a move takes ${least.toFixed(1)} ms on the machine of the limits`);
    assert.ok(least < limit, `${least} ms`);
    // What takes time for each triangle comes when they rest.
    await page.waitForFunction(() => document.querySelector("[data-answer=relation]").textContent === "apart");
    await page.done();
  });
}

test("axe finds nothing to complain about, light and dark, wide and narrow; on a phone nothing is wider than the screen", async () => {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  for (const [colorScheme, viewport] of [["light", { width: 1440, height: 960 }], ["dark", { width: 390, height: 844 }]]) {
    const page = await browser.open("two-boxes", { colorScheme, viewport });
    await open(page, [["ring.dae", dae(RING, 0.001)], ["open.obj", obj(moved(box([0.5, 0.5, 0.5], 5), [3, 0, 0]))]]);
    await page.click("#front");
    await settled(page);
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]), [], `${colorScheme} ${viewport.width}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width);
    const picture = await page.locator(".picture").boundingBox();
    assert.ok(picture.y < 500 && picture.y + picture.height < viewport.height, JSON.stringify(picture));
    await page.done();
  }
});

test("everything is reached from the keyboard", async () => {
  const page = await browser.open("two-boxes");
  await open(page, [["ring.dae", dae(RING, 0.001)], ["hook.obj", obj(HOOK)]]);
  const reached = new Set();
  for (let presses = 0; presses < 45; presses++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
  }
  for (const wanted of ["mode", "nearest", "front", "exact", "unit", "hulls", "body-button of-a", "body-button of-b"]) assert.ok(reached.has(wanted), `Tab does not reach ${wanted}: ${[...reached]}`);
  await page.done();
});
