// Space, in a real browser.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { agrees, answer, drawTime, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

const SCENES = ["two-boxes", "two-pebbles", "through-each-other", "rounded-bodies"];

for (const scene of SCENES) {
  test(`${scene}: the page's numbers are the command's, in every kind of numbers`, async () => {
    const page = await browser.open(scene);
    for (const numbers of ["f32", "f64", "exact"]) {
      await page.click(`[data-numbers=${numbers}]`);
      await page.waitForFunction((name) => document.querySelector(`[data-numbers=${name}]`).ariaChecked === "true", numbers);
      await agrees(page);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

test("a body is moved and turned by keys, and undo brings it back", async () => {
  const page = await browser.open("two-boxes");
  const before = await answer(page);
  await page.locator(".body-button.of-b").focus();
  for (const key of ["ArrowRight", "PageUp", "q", "w"]) await page.keyboard.press(key);
  await page.waitForFunction((distance) => document.querySelector("[data-answer=distance]").textContent !== distance, before.distance);
  await agrees(page);
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("Control+z");
  await page.waitForFunction((distance) => document.querySelector("[data-answer=distance]").textContent === distance, before.distance);
  await page.done();
});

for (const [what, keys] of [["moved", ["ArrowLeft", "ArrowUp"]], ["turned", ["q", "w"]]]) {
  test(`hulls of 500 vertices follow the hand when ${what}: a frame takes less than 16 ms`, async () => {
    const page = await browser.open("two-pebbles", { viewport: { width: 840, height: 480 } });
    await page.locator(".body-button.of-b").focus();
    const times = [];
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(keys[presses % 2]);
      await page.waitForTimeout(40);
      times.push(await drawTime(page));
    }
    times.sort((left, right) => left - right);
    // The fastest tenth: what the page itself needs, whatever else the machine does meanwhile.
    const needed = times[Math.floor(times.length / 10)];
    console.log(`a frame, ${what}, on the machine of the limits: fastest tenth ${needed} ms, median ${times[times.length >> 1]} ms, slowest ${times.at(-1)} ms`);
    assert.ok(needed < 16, `${needed} ms`);
    await page.done();
  });
}

test("axe finds nothing to complain about in space", async () => {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.open("through-each-other/5", { colorScheme });
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]), [], colorScheme);
    await page.done();
  }
});
