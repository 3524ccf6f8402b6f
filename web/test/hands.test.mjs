// What hands do: dragging, drawing, keys, going back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agrees, answer, paste, settled, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

for (const step of ["0", "end"]) {
  test(`lesson 1 at step ${step}: a press on Q drags Q, and the picture stays where it is`, async () => {
    const page = await browser.open(step === "0" ? "point-segment" : "point-segment/end");
    if (step === "end") await page.waitForSelector(".witness");
    const [q, segment] = [page.locator(".body.of-b rect").first(), page.locator(".body.of-a path.core")];
    const [[x, y], still] = [middle(await q.boundingBox()), await segment.boundingBox()];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 70, y + 40, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    const [nx, ny] = middle(await q.boundingBox());
    assert.ok(Math.abs(nx - x - 70) < 2 && Math.abs(ny - y - 40) < 2, `${nx - x} ${ny - y}`);
    assert.deepEqual(await segment.boundingBox(), still);
    await agrees(page);
    await page.done();
  });
}

/** Clicks corners in the first picture, given by places in it. */
async function sketch(page, corners) {
  await page.click("#draw");
  const picture = await page.locator(".picture").first().boundingBox();
  for (const [x, y] of corners) await page.mouse.click(picture.x + x, picture.y + y);
}

test("a drawn polygon turns about its own middle", async () => {
  const page = await browser.open("point-polygon");
  await sketch(page, [[60, 300], [140, 305], [120, 220]]);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".body").length === 3);
  const body = page.locator(".body").nth(2);
  const corners = () => body.locator("rect").evaluateAll((marks) => marks.map((mark) => [mark.x.baseVal.value, mark.y.baseVal.value]));
  const centre = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis] / points.length, 0));
  const before = await corners();
  await body.focus();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press("q");
  await settled(page);
  const turned = await corners();
  assert.ok(Math.hypot(turned[0][0] - before[0][0], turned[0][1] - before[0][1]) > 10, "it did not turn");
  const [from, to] = [centre(before), centre(turned)];
  assert.ok(Math.hypot(from[0] - to[0], from[1] - to[1]) < 1, `the middle moved from ${from} to ${to}`);
  await agrees(page);
  await page.done();
});

test("a polygon drawn clockwise is refused with a button that reverses it", async () => {
  const page = await browser.open("point-polygon");
  await sketch(page, [[60, 300], [120, 220], [140, 305]]);
  assert.match(await page.textContent("#complaint"), /clockwise/);
  assert.ok(await page.isDisabled("#finish"));
  await page.click("#reverse");
  assert.match(await page.textContent("#complaint"), /Convex so far/);
  assert.ok(!(await page.isVisible("#reverse")));
  await page.click("#finish");
  await page.waitForFunction(() => document.querySelectorAll(".body").length === 3);
  await page.done();
});

test("the corner field takes corners, and with nothing in it Enter finishes, Backspace takes back, Escape gives up", async () => {
  const page = await browser.open("point-polygon");
  await page.click("#draw");
  await page.focus("#corner");
  for (const corner of ["0, 0", "2, 0", "9, 9"]) {
    await page.keyboard.type(corner);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Backspace");
  assert.match(await page.textContent("#complaint"), /^2 of at least 3/);
  await page.keyboard.type("1, x");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#complaint"), /1, x was found/);
  await page.fill("#corner", "1, 1.5");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".body").length === 3);
  await agrees(page);
  await page.click("#draw");
  await page.focus("#corner");
  await page.keyboard.type("5, 5");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#corner")));
  assert.equal(await page.locator(".body").count(), 3);
  await page.done();
});

test("each key on the radius is a step to undo, and Ctrl Y does it again", async () => {
  const page = await browser.open("polygon-polygon");
  const distances = [(await answer(page)).distance];
  await page.focus("#radius");
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    distances.push((await answer(page)).distance);
  }
  assert.equal(new Set(distances).size, 4);
  for (const expected of [distances[2], distances[1], distances[0]]) {
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.equal((await answer(page)).distance, expected);
  }
  for (const expected of distances.slice(1)) {
    await page.keyboard.press("Control+y");
    await settled(page);
    assert.equal((await answer(page)).distance, expected);
  }
  await page.done();
});

test("the browser's Back and Forward lead through the scenes", async () => {
  const page = await browser.open("point-segment");
  const title = () => page.textContent("#lesson h2");
  for (const scene of ["polygon-polygon", "two-boxes"]) {
    await page.click(`[data-scene=${scene}]`);
    await page.waitForFunction((name) => location.hash.startsWith(`#${name}`), scene);
  }
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#lesson h2").textContent === "Two polygons");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#lesson h2").textContent === "A point and a segment");
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#lesson h2").textContent === "Two polygons");
  assert.equal(await title(), "Two polygons");
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("Play stops when another scene is opened", async () => {
  const page = await browser.open("polygon-polygon");
  await page.click("#play");
  await page.click("[data-scene=point-polygon]");
  await settled(page);
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
  await page.waitForTimeout(1500);
  assert.match(await page.textContent("#told"), /^step 0 of/);
  await page.done();
});

/** The contrast of two colours as WCAG 2 defines it. */
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((left, right) => left - right);
  return (bright + 0.05) / (dark + 0.05);
}

test("a pressed button is readable under the mouse, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.open("two-boxes", { colorScheme });
    for (const button of ["[data-numbers=f64]", "#role-a", ".body-button[aria-pressed=true]"]) {
      await page.hover(button);
      const [ink, paper] = await page.$eval(button, (element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]);
      assert.ok(contrast(ink, paper) >= 4.5, `${colorScheme} ${button}: ${ink} on ${paper}`);
    }
    await page.done();
  }
});

test("scenes in space log nothing, at any step, in both themes", async () => {
  const page = await browser.open("two-boxes");
  const logged = [];
  page.on("console", (message) => logged.push(message.text()));
  for (const scene of ["through-each-other", "rounded-bodies", "two-pebbles", "two-boxes"]) {
    await page.click(`[data-scene=${scene}]`);
    await settled(page);
    await page.keyboard.press("Home");
    await settled(page);
    await page.keyboard.press("End");
    await page.click("#theme");
    await settled(page);
  }
  assert.deepEqual([...page.errors, ...logged.filter((text) => !text.includes("GPU stall"))], []);
  await page.done();
});

test("the difference is followed when shapes are pushed into each other, unless the person looks elsewhere", async () => {
  for (const viewport of [{ width: 1440, height: 960 }, { width: 390, height: 844 }]) {
    const page = await browser.open("polygon-polygon", { viewport });
    await page.locator(".body.of-b").focus();
    for (let presses = 0; presses < 14; presses++) await page.keyboard.press("ArrowLeft");
    await settled(page);
    const inside = () =>
      page.evaluate(() => {
        const picture = document.querySelector(".picture:has(.difference)").getBoundingClientRect();
        const body = document.querySelector(".difference path").getBoundingClientRect();
        return body.left >= picture.left && body.right <= picture.right && body.top >= picture.top && body.bottom <= picture.bottom;
      });
    assert.ok(await inside(), `${viewport.width}`);
    for (let presses = 0; presses < 4; presses++) await page.locator("[aria-label='Minkowski difference: nearer']").click();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowLeft");
    await settled(page);
    assert.ok(!(await inside()), "a camera that the person moved was moved back");
    await page.done();
  }
});

test("shapes at 1e300 can be dragged, turned and rounded", async () => {
  const page = await browser.open();
  const far = { a: { points: [[0, 0], [1e300, 0], [0, 1e300]] }, b: { ellipsoid: { semi_axes: [1e300, 5e299] }, pose: { translation: [3e300, 2e300] } } };
  assert.equal(await paste(page, JSON.stringify(far)), "");
  await page.locator(".body.of-b").focus();
  for (const key of ["ArrowLeft", "q", "ArrowUp"]) await page.keyboard.press(key);
  await settled(page);
  await agrees(page);
  assert.deepEqual(page.errors, []);
  await page.done();
});
