// What comes from outside: lines, files, links, and what the browser withholds. Each ends in a picture or in a sentence.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { agrees, answer, drop, line, paste, says, settled, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

/** A tetrahedron whose coordinates single precision does not hold, moved along x. */
const tetrahedron = (x) => [[0.1, 0.2, 0.3], [1.7, 0.1, 0.2], [0.3, 1.9, 0.1], [0.2, 0.3, 1.3]].map(([a, b, c]) => [a + x, b, c]);
const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
const obj = (points) => points.map((p) => `v ${p.join(" ")}\n`).join("") + FACES.map((face) => `f ${face.map((i) => i + 1).join(" ")}\n`).join("");
const off = (points) => `OFF\n4 4 6\n${points.map((p) => p.join(" ")).join("\n")}\n${FACES.map((face) => `3 ${face.join(" ")}`).join("\n")}\n`;
const stl = (points) => `solid part\n${FACES.map((face) => `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${points[i].join(" ")}`).join("\n")}\nendloop\nendfacet\n`).join("")}endsolid part\n`;

/** What the command says of two files. */
function compared(files) {
  const folder = mkdtempSync(join(tmpdir(), "clearance-"));
  try {
    const paths = files.map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    return JSON.parse(execFileSync(process.env.CLEARANCE, ["distance", ...paths, "--format", "json"], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const files of [
  [["a.obj", obj(tetrahedron(0))], ["b.off", off(tetrahedron(16777216.3))]],
  [["a.stl", stl(tetrahedron(0))], ["b.obj", obj(tetrahedron(2.123456789012345))]],
  [["a.wkt", "POLYGON ((0.1 0.2, 1.7 0.3, 0.9 1.4, 0.1 0.2))"], ["b.geojson", '{"type": "Polygon", "coordinates": [[[5.1, 0.123456789012345], [7.3, 0.3], [6.1, 2.7], [5.1, 0.123456789012345]]]}']],
]) {
  test(`${files.map(([name]) => name).join(" and ")} opened at once are A and B, with the command's bits`, async () => {
    const page = await browser.open("two-boxes");
    await drop(page, files);
    await says(page, /is A now.*is B now/);
    await settled(page);
    const [shown, told] = [await answer(page), compared(files)];
    for (const key of ["distance", "iterations"]) assert.equal(Number(shown[key]), told[key], key);
    for (const key of ["point_a", "point_b", "normal"]) assert.deepEqual(shown[key].split(", ").map(Number), told[key], key);
    assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper);
    const asked = JSON.parse(await line(page));
    assert.ok(JSON.stringify(asked.a).includes("0.1,0.2"), "all digits are in the line");
    await agrees(page);
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

test("the bracket of an SVG with curves holds what the file means, as the command's does", async () => {
  const files = [["a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0A10 10 0 0 1 20 0Z"/></svg>'], ["b.wkt", "POLYGON ((40 0.5, 50 0.25, 45 9, 40 0.5))"]];
  const page = await browser.open("polygon-polygon");
  await drop(page, files);
  await says(page, /a\.svg.* is A now.*a\.svg: .*b\.wkt.* is B now|a\.svg.* is A now/);
  await settled(page);
  const [shown, told] = [await answer(page), compared(files)];
  assert.equal(Number(shown.distance), told.distance);
  assert.ok(told.upper - told.lower > 1e-9, `idle: ${told.upper - told.lower}`);
  const [lower, upper, width] = [Number(shown.lower), Number(shown.upper), told.upper - told.lower];
  assert.ok(Math.abs(lower - told.lower) < 1e-6 * width && Math.abs(upper - told.upper) < 1e-6 * width, `${lower} ${upper}, ${told.lower} ${told.upper}`);
  await page.done();
});

test("single files take the places of a ready scene's shapes, one after the other", async () => {
  const page = await browser.open("two-boxes");
  await page.setInputFiles("#file", { name: "one.obj", mimeType: "model/obj", buffer: Buffer.from(obj(tetrahedron(0))) });
  await says(page, /one\.obj, the hull of 4 points, is A now\. The other shape is still the box/);
  await page.setInputFiles("#file", { name: "two.obj", mimeType: "model/obj", buffer: Buffer.from(obj(tetrahedron(3))) });
  await says(page, /two\.obj, the hull of 4 points, is B now/);
  await settled(page);
  assert.deepEqual(await page.$$eval(".body-button", (buttons) => buttons.map((button) => button.textContent)), ["A: one.obj", "B: two.obj"]);
  await agrees(page);
  await page.done();
});

test("a file that is broken is refused with its name and line, and the scene stays as it was", async () => {
  const page = await browser.open("two-boxes");
  const before = await answer(page);
  await drop(page, [["broken.obj", "v 0 0 0\nv 1 nothing 0\nv 0 1 0\nf 1 2 3\n"]]);
  await says(page, /broken\.obj: .*line 2/);
  assert.deepEqual(await answer(page), before);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#told").textContent.startsWith("step 1 of"));
  await drop(page, [["notes.txt", "hello"]]);
  await says(page, /notes\.txt: expected a file named .*\.obj/);
  await drop(page, [["broken.stl", "solid"], ["good.obj", obj(tetrahedron(0))]]);
  await says(page, /good\.obj.* is A now.*broken\.stl/);
  await page.done();
});

test("scenes of the plane take files of the plane, and a file of space opens a scene of space", async () => {
  const page = await browser.open("polygon-polygon");
  await drop(page, [["part.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H10V10H0Z"/></svg>']]);
  await says(page, /part\.svg.* is A now/);
  await settled(page);
  assert.equal(await page.locator(".body").count(), 2);
  await agrees(page);
  await drop(page, [["part.obj", obj(tetrahedron(0))]]);
  await says(page, /part\.obj.* is A now/);
  await page.waitForSelector(".body-button");
  await settled(page);
  await agrees(page);
  assert.deepEqual(page.errors, []);
  await page.done();
});

const LINES = {
  polygon: '{"id": 7, "a": {"polygon": {"vertices": [[0, 0], [2, 0], [1, 1.5]]}}, "b": {"ball": {"center": [4, 1], "radius": 0.5}}}',
  sum: '{"id": "s", "a": {"sum": [{"ellipsoid": {"semi_axes": [1, 0.5]}}, {"points": [[0, 0], [1, 1]]}]}, "b": {"points": [[5, 1]]}}',
  swept: '{"id": [1], "a": {"swept": {"shape": {"points": [[0, 0], [1, 0]]}, "vector": [0, 2]}}, "b": {"points": [[3, 1], [4, 1]]}}',
  hull: '{"id": {"k": 1}, "a": {"hull": [{"ball": {"center": [0, 0], "radius": 0.5}}, {"points": [[2, 0]]}]}, "b": {"points": [[3, 3]]}}',
  cylinder: '{"id": "c", "a": {"cylinder": {"half_height": 1, "radius": 0.5}}, "b": {"cone": {"half_height": 1, "radius": 1}, "pose": {"translation": [3, 0, 0]}}}',
};

for (const [kind, text] of Object.entries(LINES)) {
  test(`a pasted line with a ${kind} is shown, keeps its id, and the numbers are the command's`, async () => {
    const page = await browser.open();
    assert.equal(await paste(page, text), "");
    await settled(page);
    assert.deepEqual(JSON.parse(await line(page)).id, JSON.parse(text).id);
    await agrees(page);
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

test("a misspelt field and a wrong shape are refused in the command's own words", async () => {
  const page = await browser.open();
  const lines = {
    '{"a": {"points": [[0, 0]], "raduis": 1}, "b": {"points": [[3, 0]]}}': /^a.*raduis/,
    '{"a": {"points": [[0, 0]]}, "b": {"cylinder": {"half_height": 1, "radius": 1}}}': /space/,
    '{"a": {"points": [[0, 0]]}}': /b/,
    "nonsense": /expected/,
  };
  for (const [text, expected] of Object.entries(lines)) assert.match(await paste(page, text), expected);
  await page.done();
});

test("the second of two pasted scenes is in view, wherever and however large it is", async () => {
  const page = await browser.open();
  for (const place of [0, 5000, 1e300, 1e-300]) {
    const size = place > 1e299 || (place > 0 && place < 1) ? place : 1;
    const points = [[0, 0], [1, 0], [0, 1]].map(([x, y]) => [place + x * size, y * size]);
    assert.equal(await paste(page, JSON.stringify({ a: { points }, b: { points: [[place + 3 * size, 2 * size]] } })), "");
    const [frame, body] = [await page.locator(".picture").first().boundingBox(), await page.locator(".body.of-a path.core").boundingBox()];
    assert.ok(body.x > frame.x && body.x + body.width < frame.x + frame.width && body.width > 40, `${place} ${JSON.stringify(body)}`);
    assert.ok(body.y > frame.y && body.y + body.height < frame.y + frame.height && body.height > 40, `${place} ${JSON.stringify(body)}`);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

/** How many pixels of the first picture of space are not paper. */
const drawn = (page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector(".picture canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let place = 3; place < data.length; place += 4) count += data[place] > 40 ? 1 : 0;
    return count;
  });

test("bodies in space are drawn at every scale", async () => {
  const page = await browser.open("two-boxes");
  for (const size of [1, 1e300, 1e-300, 1e40]) {
    const box = (x) => ({ cuboid: { half_extents: [size, size, size] }, pose: { translation: [x * size, 0, 0] } });
    assert.equal(await paste(page, JSON.stringify({ a: box(0), b: box(4) })), "");
    await page.waitForTimeout(400);
    assert.ok((await drawn(page)) > 5000, `${size}: ${await drawn(page)} pixels`);
    await agrees(page);
    await page.locator(".body-button.of-b").focus();
    const before = await answer(page);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((distance) => document.querySelector("[data-answer=distance]").textContent !== distance, before.distance);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

const packed = (value) => `1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
const STATE = { dim: 2, numbers: "f64", shapes: [{ name: "A", spelling: { points: [[0, 0]] } }, { name: "B", spelling: { points: [[3, 0]] } }], pair: [0, 1], step: null, scene: null, changed: true };

test("links that hold no scene show the first lesson and say what is wrong", async () => {
  const links = {
    nowhere: /no scene's name/,
    "1.%%%": /cut short or altered/,
    [packed({ a: 1 })]: /not those of a scene/,
    [packed(null)]: /not those of a scene/,
    [packed({ ...STATE, pair: [0, 5] })]: /not those of a scene/,
    [packed({ ...STATE, shapes: [STATE.shapes[0], { name: "B", spelling: { points: [] } }] })]: /at least one point/,
    [packed({ ...STATE, shapes: [...STATE.shapes, { name: "C", spelling: { ball: 1 } }] })]: /ball/,
  };
  for (const [link, expected] of Object.entries(links)) {
    const page = await browser.open(link);
    await says(page, expected);
    assert.equal(await page.textContent("#lesson h2"), "A point and a segment");
    assert.equal(await page.locator(".body").count(), 2);
    assert.deepEqual(page.errors, []);
    await page.done();
  }
  const page = await browser.open(packed(STATE));
  assert.equal((await answer(page)).distance, "3");
  await page.done();
});

test("without storage, as in a frame of another page, the page works and the theme can be chosen", async () => {
  const page = await browser.fresh("", {}, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
  });
  assert.equal(await page.locator(".body").count(), 2);
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.click("#theme");
  assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), before);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("a page that was loaded shows scenes in space and reads files offline", async () => {
  const page = await browser.fresh("polygon-polygon");
  await page.waitForTimeout(2500);
  await page.context().setOffline(true);
  await page.click("[data-scene=two-boxes]");
  await page.waitForSelector(".body-button");
  await drop(page, [["a.obj", obj(tetrahedron(0))]]);
  await says(page, /is A now/);
  await page.done();
});

test("where the pictures of space cannot be fetched, a sentence says so and text and picture stay together", async () => {
  const page = await browser.fresh("polygon-polygon", {}, (page) => page.route(/stage-.*\.js/, (route) => route.abort()));
  await page.click("[data-scene=two-boxes]");
  await says(page, /pictures of space could not be/);
  await settled(page);
  assert.equal(await page.textContent("#lesson h2"), "Two polygons");
  assert.equal(await page.locator(".body").count(), 2);
  await page.done();
});
