// The lesson on robots: the map of all angles, its cells, and what they promise of the robot in them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { agrees, answer, settled, start, web } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

/** Turns a joint, in degrees. */
async function turn(page, joint, degrees) {
  await page.fill(`#joint-${joint}`, String(degrees));
  await settled(page);
}

const here = (page) => page.textContent("#cell-here");
const shares = async (page) => (await page.textContent("#shares")).match(/[\d.]+(?= %)/g).map(Number);

test("what robots need is fetched with their lesson", async () => {
  const page = await browser.fresh("polygon-polygon");
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.click("[data-scene=sweep]");
  await page.waitForSelector("#setting");
  assert.ok(!fetched.some((address) => /web_robot/.test(address)), `${fetched}`);
  await page.click("[data-scene=robot]");
  await page.waitForSelector("#joint-0");
  assert.ok(fetched.some((address) => /clearance_web_robot_bg.*\.wasm/.test(address)));
  assert.deepEqual(page.errors, []);
  const assets = join(web, "dist/assets");
  const wasm = readdirSync(assets).find((name) => /^clearance_web_robot_bg.*\.wasm$/.test(name));
  const weight = gzipSync(readFileSync(join(assets, wasm)), { level: 9 }).length;
  console.log(`what the lesson on robots adds: ${weight} bytes compressed`);
  await page.done();
});

test("at any angles the cell keeps its promise: apart is as far as it says, meeting meets, and the numbers are the command's", async () => {
  const page = await browser.open("robot");
  const seen = { apart: 0, meeting: 0, open: 0 };
  for (let round = 0; round < 60; round++) {
    // A grid that no border of a cell falls on.
    await turn(page, 0, -170 + ((round * 47) % 340) + 0.5);
    await turn(page, 1, -160 + ((round * 83) % 320) + 0.5);
    const [told, { distance, status }] = [await here(page), await answer(page)];
    if (told.includes("apart, proven")) {
      seen.apart++;
      const bound = Number(await page.getAttribute("[data-bound]", "data-bound"));
      assert.ok(bound > 0 && Number(distance) >= bound, `${told} ${distance}`);
      assert.ok((await page.locator(".cell-line").count()) >= 1, told);
    } else if (told.includes("meeting, proven")) {
      seen.meeting++;
      assert.ok(Number(distance) < 0 || status === "overlapping", `${told} ${distance}`);
    } else seen.open++;
    if (round % 20 === 0) await agrees(page);
  }
  assert.ok(seen.apart > 25 && seen.meeting > 1 && seen.open < 20, JSON.stringify(seen));
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("step by step more is decided, a press on the map turns the joints, and undo turns them back", async () => {
  const page = await browser.open("robot");
  const [apart, meeting, open] = await shares(page);
  assert.ok(apart > 60 && meeting > 1 && open < 12 && Math.abs(apart + meeting + open - 100) < 0.1, `${apart} ${meeting} ${open}`);
  const decided = [];
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  for (const to of [1, 20, 100, 300]) {
    await page.fill("#step", String(to));
    await settled(page);
    const [apart, meeting] = await shares(page);
    decided.push(apart + meeting);
  }
  assert.ok(decided[0] === 0 && decided.every((share, place) => place === 0 || share >= decided[place - 1]) && decided.at(-1) > 20, `${decided}`);
  const was = await page.inputValue("#joint-0");
  const box = await page.locator(".joint-map").boundingBox();
  await page.mouse.click(box.x + box.width * 0.42, box.y + box.height * 0.36);
  await settled(page);
  assert.notEqual(await page.inputValue("#joint-0"), was);
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.ok(Math.abs(Number(await page.inputValue("#joint-0")) - Number(was)) < 1e-6);
  assert.deepEqual(page.errors, []);
  await page.done();
});
