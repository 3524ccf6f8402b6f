// How it looks: how many points and how long a draw, narrow and wide windows, fingers, and the pictures to take away.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { drawTime, settled, show, shrink, start, swipe } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

const packed = (dim, shapes) => `1.${deflateRawSync(JSON.stringify({ dim, numbers: "f64", shapes, pair: [0, 1], step: null, scene: null, changed: true })).toString("base64url")}`;
const round = (count, size) => Array.from({ length: count }, (_, place) => [size * Math.cos((2 * Math.PI * place) / count), size * 0.7 * Math.sin((2 * Math.PI * place) / count)]);

/** Every kind of shape of the plane, rounded and not. */
const PLANE = [
  { points: [[0, 0]] },
  { segment: { start: [-1, 0], end: [1, 0] } },
  { points: round(6, 1) },
  { points: round(500, 1) },
  { cuboid: { half_extents: [1.1, 0.7] } },
  { cuboid: { half_extents: [0.8, 0.5] }, radius: 0.3 },
  { ball: { center: [0, 0], radius: 0.8 } },
  { capsule: { start: [-0.8, 0], end: [0.8, 0], radius: 0.45 } },
  { ellipsoid: { semi_axes: [1.1, 0.6] } },
  { ellipsoid: { semi_axes: [1.1, 0.6] }, radius: 0.2 },
  { sum: [{ ellipsoid: { semi_axes: [1, 0.2] } }, { points: round(5, 0.6) }] },
  { hull: [{ ball: { center: [0, 0], radius: 0.5 } }, { points: [[2, 0]] }] },
];

/** The time of a draw after a key has moved the second shape: the least of some, what the page needs whatever else runs. */
async function timed(page, presses) {
  let least = Infinity;
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press % 2 ? "ArrowRight" : "ArrowLeft");
    await settled(page);
    least = Math.min(least, await drawTime(page));
  }
  return least;
}

test("any shape of the plane with any other: at most 2,000 points a picture and 16 ms a draw", async () => {
  const page = await browser.open("", { viewport: { width: 840, height: 480 } });
  const slow = [];
  let [most, pairs, slowest] = [0, 0, 0];
  for (const [place, a] of PLANE.entries()) {
    for (const b of PLANE.slice(place)) {
      // Apart and through each other in turn.
      const x = pairs++ % 2 ? 0.2 : 3;
      const shapes = [{ name: "a", spelling: a }, { name: "b", spelling: { ...b, pose: { translation: [x, 0.4], rotation: [0.8, 0.6] } } }];
      await page.evaluate((hash) => (location.hash = hash), packed(2, shapes));
      await settled(page);
      await page.locator(".body.of-b").focus();
      let least = Infinity;
      // As often as the noise of the machine demands: one quiet draw is enough.
      for (let tries = 0; tries < 25 && !(least < 16); tries++) least = await timed(page, 1);
      slowest = Math.max(slowest, least);
      if (!(least < 16)) slow.push([JSON.stringify(a).slice(0, 40), JSON.stringify(b).slice(0, 40), x, least]);
      most = Math.max(most, Number(await page.evaluate(() => document.documentElement.dataset.points)));
      assert.ok(most <= 2000, `${most} points: ${JSON.stringify([a, b]).slice(0, 200)}`);
    }
  }
  console.log(`${pairs} pairs of shapes of the plane: at most ${most} points a picture, ${slowest.toFixed(1)} ms a draw on the machine of the limits`);
  assert.deepEqual(slow, []);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("an ellipse added to any scene of the plane is drawn within 16 ms", async () => {
  const page = await browser.open();
  for (const scene of ["point-segment", "point-triangle", "point-polygon", "polygon-polygon", "bad-direction", "collinear"]) {
    await show(page, scene);
    await page.selectOption("#add", "ellipse");
    await page.locator(".body").nth(2).focus();
    let least = Infinity;
    for (let tries = 0; tries < 36 && !(least < 16); tries++) least = await timed(page, 1);
    assert.ok(least < 16, `${scene}: ${least} ms`);
    assert.ok(Number(await page.evaluate(() => document.documentElement.dataset.points)) <= 2000, scene);
  }
  await page.done();
});

test("any body of space with any other is drawn within 16 ms when it moves, turns or grows", async () => {
  const page = await browser.open("two-boxes");
  await shrink(page);
  const kinds = await page.$$eval("#add option", (options) => options.map((option) => option.value).filter(Boolean));
  assert.ok(kinds.length >= 14);
  const slow = [];
  for (const [place, kind] of kinds.entries()) {
    await page.click("[data-scene=two-boxes]");
    await settled(page);
    await page.selectOption("#add", kind);
    await settled(page);
    await page.keyboard.press("Tab");
    await page.locator(".body-button").nth(2).focus();
    await page.keyboard.press("a");
    await page.selectOption("#add", kinds[(place * 5 + 3) % kinds.length]);
    await settled(page);
    await page.locator(".body-button").nth(2).focus();
    for (const keys of [["ArrowLeft", "ArrowRight"], ["q", "e"], ["+", "+"]]) {
      let least = Infinity;
      for (let tries = 0; tries < 25 && !(least < 16); tries++) {
        await page.keyboard.press(keys[tries % 2]);
        await settled(page);
        least = Math.min(least, await drawTime(page));
      }
      if (!(least < 16)) slow.push([kind, keys[0], least]);
    }
  }
  assert.deepEqual(slow, []);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("a scene of many shapes stays within 2,000 points", async () => {
  const shapes = Array.from({ length: 40 }, (_, place) => ({ name: "e", spelling: { ...PLANE[place % PLANE.length], pose: { translation: [3 * (place % 8), 3 * Math.floor(place / 8)], rotation: [1, 0] } } }));
  const page = await browser.open(packed(2, shapes));
  assert.equal(await page.locator(".body").count(), 40);
  assert.ok(Number(await page.evaluate(() => document.documentElement.dataset.points)) <= 2000);
  await page.done();
});

test("on a phone the pictures begin on the first screen, two fit, and the steps follow", async () => {
  const page = await browser.open("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const scene of ["point-segment", "polygon-polygon", "two-boxes"]) {
    await show(page, scene);
    const pictures = await page.$$eval(".picture", (all) => all.map((picture) => picture.getBoundingClientRect().toJSON()));
    assert.ok(pictures[0].top < 300 && pictures[0].bottom < 844, `${scene}: ${pictures[0].top}`);
    assert.ok(pictures[1].bottom < 844, `${scene}: ${pictures[1].bottom}`);
    assert.ok((await page.locator(".transport").boundingBox()).y < 844, scene);
  }
  await page.done();
});

test("from 821 to 1440 pixels the lesson begins on the first screen, beside the pictures", async () => {
  const page = await browser.open();
  for (const scene of ["point-triangle", "two-boxes"]) {
    await show(page, scene);
    for (const width of [821, 900, 1000, 1180, 1181, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const [lesson, picture] = [await page.locator("#lesson h2").boundingBox(), await page.locator(".picture").first().boundingBox()];
      assert.ok(lesson.y + lesson.height < 400, `${width} ${scene}: the lesson begins at ${lesson.y}`);
      assert.ok(picture.y < 400 && picture.width > 200, `${width} ${scene}: ${JSON.stringify(picture)}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} ${scene}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await page.done();
});

test("a finger on a picture scrolls the page, in the plane and in space; on a shape it drags that", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  for (const scene of ["polygon-polygon", "two-boxes"]) {
    const page = await browser.open(scene, phone);
    const second = await page.locator(".picture").nth(1).boundingBox();
    await swipe(page, [second.x + 30, second.y + second.height - 12], [0, -250]);
    await page.waitForFunction(() => scrollY > 100, null, { timeout: 3000 });
    await page.done();
  }
  const page = await browser.open("polygon-polygon", phone);
  const distance = () => page.textContent("[data-answer=distance]");
  const [before, body] = [await distance(), await page.locator(".body.of-b path.core").boundingBox()];
  await swipe(page, [body.x + body.width / 2, body.y + body.height / 2 + 8], [0, -60]);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.notEqual(await distance(), before);
  await page.done();
});

/** The bytes of a picture taken away. */
async function taken(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${name}"]`)]);
  return readFileSync(await download.path());
}

/** Width, height, the colour of a corner and how many pixels are not of it. */
function seen(page, png) {
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
    let [clear, ink] = [0, 0];
    for (let place = 0; place < pixels.length; place += 4) {
      if (pixels[place + 3] < 255) clear++;
      if (Math.abs(pixels[place] - pixels[0]) + Math.abs(pixels[place + 1] - pixels[1]) + Math.abs(pixels[place + 2] - pixels[2]) > 60) ink++;
    }
    return { width: image.width, height: image.height, corner: [...pixels.slice(0, 4)], clear, ink };
  }, png.toString("base64"));
}

test("pictures of space are large, on opaque paper of the theme, with their labels", async () => {
  const page = await browser.open("through-each-other/6");
  for (const [theme, corner] of [["light", [255, 255, 255, 255]], ["dark", [28, 31, 36, 255]]]) {
    if (theme === "dark") await page.click("#theme");
    for (const viewport of [{ width: 1440, height: 960 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      // What is coarse gives way to what is fine.
      await page.waitForTimeout(500);
      await page.click("#export");
      const with_ = await seen(page, await taken(page, "difference.png"));
      assert.ok(with_.width >= 1600 && with_.height >= 900, `${with_.width} × ${with_.height}`);
      assert.deepEqual(with_.corner, corner);
      assert.equal(with_.clear, 0);
      const labels = await page.$$eval(".label", (all) => all.map((label) => [label.textContent, (label.textContent = "")][0]));
      const without = await seen(page, await taken(page, "difference.png"));
      assert.ok(Math.abs(with_.ink - without.ink) > 500, `${with_.ink} with labels, ${without.ink} without`);
      await page.$$eval(".label", (all, labels) => all.forEach((label, place) => (label.textContent = labels[place])), labels);
      await page.keyboard.press("Escape");
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await page.done();
});

test("an SVG of the plane has paper and fonts of its own, and nothing that is only there to be gripped", async () => {
  const page = await browser.open("point-segment/end", { colorScheme: "dark" });
  await page.waitForSelector(".handle circle");
  await page.click("#export");
  const text = (await taken(page, "shapes.svg")).toString();
  assert.match(text, /<rect [^>]*width="100%"[^>]*fill="rgb\(28, 31, 36\)"/);
  assert.equal((text.match(/@font-face/g) ?? []).length, 2);
  assert.ok(!/handle|grip|class=|var\(/.test(text));
  const circles = await page.evaluate((source) => {
    const picture = new DOMParser().parseFromString(source, "image/svg+xml");
    if (picture.querySelector("parsererror")) return "not well formed";
    return [...picture.querySelectorAll("circle")].filter((circle) => circle.getAttribute("r") === "7.5").length;
  }, text);
  assert.equal(circles, 0, "the knob for turning is in the picture");
  // Shown by itself, the text is in the page's font: wider or narrower than in the browser's own.
  const widths = await page.evaluate(async (source) => {
    const width = async (text) => {
      const frame = document.createElement("iframe");
      frame.srcdoc = text;
      document.body.append(frame);
      await new Promise((done) => (frame.onload = done));
      await frame.contentDocument.fonts.ready;
      const box = frame.contentDocument.querySelector("svg text:not(:empty)").getBBox().width;
      frame.remove();
      return box;
    };
    return [await width(source), await width(source.replace(/@font-face\{[^}]*\}/g, "").replaceAll("Inter", "monospace"))];
  }, text);
  assert.ok(Math.abs(widths[0] - widths[1]) > 0.1, `${widths}`);
  const png = await seen(page, await taken(page, "shapes.png"));
  assert.ok(png.width === 1600 && png.clear === 0 && png.ink > 2000, JSON.stringify(png));
  await page.done();
});
