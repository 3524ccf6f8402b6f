// The lessons that build the idea, and those of the methods: what they show, and whether the numbers are the command's.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { agrees, answer, command, settled, show, start, web } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

/** Puts the lesson's slider somewhere. */
async function set(page, at) {
  await page.fill("#setting", String(at));
  await settled(page);
}

const value = (text) => Number(text.replaceAll("−", "-"));

test("what the lessons need is fetched with the first of them", async () => {
  const page = await browser.fresh("polygon-polygon");
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.waitForTimeout(1500);
  assert.ok(!fetched.some((address) => /rivals|stages/.test(address)), `${fetched}`);
  await page.click("[data-scene=sweep]");
  await page.waitForSelector("#setting");
  assert.ok(fetched.some((address) => /clearance_web_rivals_bg.*\.wasm/.test(address)));
  assert.deepEqual(page.errors, []);
  const assets = join(web, "dist/assets");
  const wasm = readdirSync(assets).find((name) => /^clearance_web_rivals_bg.*\.wasm$/.test(name));
  const weight = gzipSync(readFileSync(join(assets, wasm)), { level: 9 }).length;
  console.log(`what the lessons on methods add: ${weight} bytes compressed`);
  await page.done();
});

test("−B slides round A: it begins at a corner, and at the end what it swept is the difference, with P at the distance", async () => {
  const page = await browser.open("sweep");
  assert.match(await page.textContent(".cards p"), /at the corner a₁|at the corner a₀/);
  const area = () => page.$eval(".swept", (path) => path.getBBox().width * path.getBBox().height);
  const areas = [];
  for (const at of [0.2, 0.5, 0.8]) {
    await set(page, at);
    areas.push(await area());
  }
  assert.ok(areas[0] <= areas[1] && areas[1] <= areas[2], `${areas}`);
  assert.equal(await page.locator("[data-name=P].witness").count(), 0);
  await set(page, 1);
  assert.equal(await page.locator("[data-name=P].witness").count(), 1);
  assert.match(await page.textContent(".cards p"), /has been at every point/);
  const { distance } = await answer(page);
  assert.match(await page.textContent(".cards"), new RegExp(`${Number(distance).toPrecision(6)} away`));
  // The keyboard: the slider's own keys, and the arrows on a shape.
  await page.focus("#setting");
  await page.keyboard.press("Home");
  await settled(page);
  assert.match(await page.textContent(".cards p"), /at the corner/);
  await page.locator(".body.of-b").focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.notEqual((await answer(page)).distance, distance);
  await agrees(page);
  // A played slider jumps where motion is unwanted, and comes to the end.
  await page.click("#turn");
  await page.waitForFunction(() => Number(document.querySelector("#setting").value) > 0.1);
  await page.click("#turn");
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the support point of the difference is that of A less that of B, at every direction", async () => {
  const page = await browser.open("supports");
  const seen = new Set();
  for (let part = 0; part < 24; part++) {
    await set(page, part / 24);
    const [a, b] = await page.$$eval(".cards p b[data-name=sa], .cards p b[data-name=sb]", (all) => all.map((one) => one.textContent));
    const sum = await page.textContent(".cards p b[data-name=s]");
    assert.ok(sum.startsWith(`${a} − ${b.slice(1)} = `), `${a} ${b} ${sum}`);
    seen.add(sum);
  }
  assert.equal(seen.size, 7, "each corner of the difference comes by");
  assert.match(await page.textContent("#edge-count"), /3 edges of A and 4 of −B give 7/);
  assert.equal(await page.locator(".edge-of-a").count() + await page.locator(".edge-of-b").count(), 7);
  await page.done();
});

test("the gap of the shadows is never more than the distance, and reaches it along the normal", async () => {
  const page = await browser.open("shadow");
  const { distance, normal } = await answer(page);
  for (let part = 0; part <= 12; part++) {
    await set(page, part / 12);
    assert.ok(value(await page.textContent("[data-gap=now]")) <= Number(distance) + 1e-5);
  }
  const [x, y] = normal.split(", ").map(Number);
  const at = ((Math.atan2(y, x) / (2 * Math.PI)) + 1) % 1;
  await set(page, Math.round(at * 400) / 400);
  const best = value(await page.textContent("[data-gap=now]"));
  assert.ok(Number(distance) - best < 2e-3 && best > 0, `${best} ${distance}`);
  assert.ok(value(await page.textContent("[data-gap=best]")) >= best);
  assert.ok(await page.locator(".shadow-gap").count() >= 1);
  // The curve is a slider, too.
  const box = await page.locator(".curve-picture").boundingBox();
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  await settled(page);
  assert.ok(Math.abs(Number(await page.inputValue("#setting")) - 0.72) < 0.06);
  await page.done();
});

test("V-Clip's walk ends at the command's distance; a predicted feature is right or wrong, by mouse and by key", async () => {
  const page = await browser.open("walking");
  await page.keyboard.press("End");
  await settled(page);
  const { distance } = await answer(page);
  assert.ok(Math.abs(Number(await page.textContent("[data-walk=distance]")) - Number(distance)) < 1e-14);
  const steps = Number(await page.textContent("[data-walk=steps]"));
  assert.equal(await page.locator("#walk tbody tr").count(), steps);
  assert.match(await page.textContent("#stop"), /^Stopped/);
  await page.keyboard.press("Home");
  await page.click("#predict");
  await settled(page);
  assert.equal(await page.locator("[data-choice=right]").count(), 1);
  await page.locator("[data-choice=right]").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await page.textContent("#predicted"), /^Right: .* 1 of 1 right\.$/);
  assert.match(await page.textContent("#told"), /^step 1 of/);
  const wrong = await page.locator("circle[data-choice=wrong]").first().boundingBox();
  await page.mouse.click(wrong.x + wrong.width / 2, wrong.y + wrong.height / 2);
  await settled(page);
  assert.match(await page.textContent("#predicted"), /^Not this one\..* 1 of 2 right\.$/);
  assert.equal(await page.locator(".feature-region").count(), 2);
  await page.done();
});

test("the descent through the layers finds the corner that a scan finds, and looks at few", async () => {
  const page = await browser.open("layers/end");
  const points = JSON.parse(await page.evaluate(() => JSON.stringify([...document.querySelectorAll(".body.of-a circle:not(.grip)")].map((mark) => [mark.cx.baseVal.value, -mark.cy.baseVal.value]))));
  for (const at of [0, 0.17, 0.4, 0.8]) {
    await set(page, at);
    const [x, y] = [Math.cos(2 * Math.PI * at), Math.sin(2 * Math.PI * at)];
    const best = await page.$eval(".fresh[data-name=best]", (ring) => [ring.cx.baseVal.value, -ring.cy.baseVal.value]);
    const most = Math.max(...points.map(([px, py]) => px * x + py * y));
    assert.ok(Math.abs(best[0] * x + best[1] * y - most) < 0.05, `${at}`);
    const [few, all] = (await page.textContent("#compared")).match(/\d+/g).map(Number);
    assert.ok(all === 32 && few <= 14, `${few}`);
  }
  assert.equal(await page.locator("#levels tbody tr").count(), 4);
  await page.done();
});

test("a remembered axis and a cache take fewer steps over all frames, and each frame's answer is the solver's", async () => {
  const page = await browser.open("remembering");
  const totals = await page.$$eval("[data-steps]", (cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.steps, Number(cell.textContent.match(/(\d+) in all/)[1])])));
  assert.ok(totals["isa-warm"] < totals["isa-cold"] / 2 && totals["ours-warm"] < totals["ours-cold"] / 2, JSON.stringify(totals));
  const first = await answer(page);
  for (const step of [12, 39]) {
    await show(page, `remembering/${step}`);
    const shown = await answer(page);
    assert.notEqual(shown.distance, first.distance);
    assert.ok(Number(shown.lower) <= Number(shown.distance) && Number(shown.distance) <= Number(shown.upper));
    assert.match(await page.textContent(".cards h3"), new RegExp(`^Frame ${step} of 39`));
  }
  await page.done();
});

test("a polygon with notches: the pieces and the distance are the command's, and a drawn one is cut, too", async () => {
  const page = await browser.open("concave/end");
  const A = [[-3, -1.6], [1.6, -1.6], [1.6, 1.2], [0.8, 1.2], [0.4, -0.4], [-1.4, -0.5], [-1.6, 1.4], [-2.6, 1.6], [-2, 0]];
  const B = [[-0.6, 0.2], [-0.1, 1.2], [-0.4, 1.1], [-0.5, 2.2], [-0.8, 1.1], [-1.1, 1.2]];
  const told = command(JSON.stringify({ a: { outline: [[A]] }, b: { outline: [[B]] } }));
  const shown = await answer(page);
  assert.equal(Number(shown.distance), told.distance);
  for (const key of ["point_a", "point_b"]) assert.deepEqual(shown[key].split(", ").map(Number), told[key], key);
  assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper);
  const pairs = await page.$$eval("#pairs tbody tr", (rows) => rows.map((row) => Number(row.lastElementChild.textContent)));
  assert.ok(Math.abs(Math.min(...pairs) - told.distance) < 1e-14);
  assert.match(await page.textContent("#piece-story"), /The least is that of/);
  await page.click("#draw-concave");
  const picture = await page.locator(".picture").first().boundingBox();
  for (const [x, y] of [[60, 90], [200, 90], [200, 300], [140, 160], [60, 300]]) await page.mouse.click(picture.x + x, picture.y + y);
  assert.match(await page.textContent("#complaint"), /A polygon so far/);
  await page.keyboard.press("Enter");
  await settled(page);
  const row = await page.$$eval("#pieces tbody tr:first-child td", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(row.slice(0, 3), ["A", "5", "1"]);
  assert.equal(row[4], "3");
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("compare: nine methods on one scene, the distances are the command's up to rounding, and polygons come from other scenes", async () => {
  const page = await browser.open("compare/end");
  const { distance } = await answer(page);
  const told = await page.$$eval("[data-distance]", (all) => all.map((one) => [one.dataset.distance, Number(one.textContent)]));
  assert.equal(await page.locator("#methods tbody tr").count(), 9);
  assert.ok(told.length >= 5);
  for (const [id, found] of told) assert.ok(Math.abs(found - Number(distance)) < (id === "naive_gjk" ? 1e-5 : 1e-12), `${id} ${found} ${distance}`);
  await show(page, "polygon-polygon");
  const before = await answer(page);
  await page.click("#compare");
  await page.waitForSelector("#methods");
  await settled(page);
  assert.equal((await answer(page)).distance, before.distance);
  await agrees(page);
  await page.done();
});

test("the naive loop is stopped after 200 steps, ours ends after a few, and the lens shows how far the line has left the end", async () => {
  const page = await browser.open("naive-loop/200");
  assert.match(await page.textContent("#naive-end"), /stopped after 200 steps\. Ours took [1-9]\./);
  assert.equal(await page.locator("#naive-steps .wrong").count(), 6);
  assert.equal(await page.locator("#fault").count(), 0);
  await set(page, 1);
  assert.equal(await page.locator("#fault").count(), 1);
  const text = await page.$$eval(".picture .gap-text", (all) => all.map((one) => one.textContent).find((one) => one.includes("beyond")));
  assert.equal(text, "0.0029 beyond");
  await page.done();
});
