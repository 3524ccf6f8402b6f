// What a class needs: predicting, corners and bodies that drag, links with a text of one's own, large type, frames, lists
// of lines, and processors six times slower.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { agrees, answer, paste, settled, show, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

test("predict: the next support point is clicked before its step shows it, and the region of Q; right and wrong are told", async () => {
  const page = await browser.open("polygon-polygon/1");
  await page.click("#predict");
  await settled(page);
  assert.match(await page.textContent("#predicted"), /next support point\? Click it\.$/);
  await page.locator("[data-choice=right]").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await page.textContent("#predicted"), /^Right: (.*) lies farthest along d\. 1 of 1 right\.$/);
  const named = (await page.textContent("#predicted")).match(/^Right: (.*) lies/)[1];
  assert.match(await page.textContent("#told"), /^step 2 of/);
  assert.ok((await page.textContent(".cards > :first-child dl")).includes(named), "the step shows what was right");
  await page.click("[data-scene=point-triangle]");
  await settled(page);
  assert.match(await page.textContent("#predicted"), /In which region is Q\?/);
  assert.equal(await page.locator(".holds").count(), 0, "the region is not shown before");
  assert.equal(await page.locator("#coordinates").count(), 0);
  await page.locator(".choice.area[data-choice=wrong]").first().focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await page.textContent("#predicted"), /^Not this one: Q is in the region of edge BC\./);
  assert.equal(await page.getAttribute(".holds", "data-region"), "BC");
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("a corner is dragged by the mouse and moved by keys, and the answer is the command's", async () => {
  const page = await browser.open("polygon-polygon");
  const before = await answer(page);
  const corner = await page.locator(".body.of-b circle.corner").first().boundingBox();
  const [x, y] = [corner.x + corner.width / 2, corner.y + corner.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 50, y - 10, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  const dragged = await answer(page);
  assert.notDeepEqual(dragged, before);
  await agrees(page);
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.deepEqual(await answer(page), before);
  await page.locator(".body.of-a").focus();
  const place = () => page.$$eval(".body.of-a circle:not(.grip)", (marks) => marks.map((mark) => mark.cx.baseVal.value));
  const still = await place();
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  const moved = await place();
  assert.equal(moved.filter((at, index) => Math.abs(at - still[index]) > 1).length, 1, "one corner moves");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok((await place()).every((at, index) => Math.abs(at - moved[index]) > 1), "all corners move");
  await agrees(page);
  await page.done();
});

test("a body in space is dragged, and undo brings the body back", async () => {
  const page = await browser.open("two-boxes/2", { viewport: { width: 840, height: 640 } });
  const before = await answer(page);
  const name = await page.locator(".picture").first().locator(".label.of-b").boundingBox();
  const [x, y] = [name.x + name.width / 2, name.y + name.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  assert.notEqual((await answer(page)).distance, before.distance);
  await agrees(page);
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.deepEqual(await answer(page), before);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("in space all Voronoi regions of the simplex are drawn, and the one that holds the origin is filled", async () => {
  const page = await browser.open("two-boxes/1", { viewport: { width: 1440, height: 700 } });
  const right = page.locator(".picture").nth(1);
  /** Pixels of the difference's picture that are a little pink, as the walls are, and those that are more. */
  const pink = () => right.locator("canvas").evaluate((canvas) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = { faint: 0, filled: 0 };
    for (let place = 0; place < data.length; place += 4) {
      const over = data[place] - data[place + 1];
      if (over > 2 && over <= 12) found.faint++;
      if (over > 12 && over < 60) found.filled++;
    }
    return found;
  });
  const before = await pink();
  // A segment has 3 regions, a triangle 6 and its two sides, a tetrahedron 14.
  for (const [step, regions, region] of [[2, "3", "2"], [3, "7", "2"]]) {
    await show(page, `two-boxes/${step}`);
    assert.deepEqual(await right.evaluate(({ dataset }) => [dataset.regions, dataset.region]), [regions, region], `step ${step}`);
    const { faint, filled } = await pink();
    assert.ok(filled > before.filled + 10_000, `step ${step}: ${filled} pixels of the region that holds the origin, ${before.filled} before`);
    if (step === 3) assert.ok(faint > before.faint + 15_000, `${faint} pixels of the other regions, ${before.faint} before`);
  }
  await show(page, "through-each-other/4");
  assert.equal(await right.evaluate(({ dataset }) => dataset.regions), "14");
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("a link keeps title, text and camera; the page embeds in a frame without storage, and shows large type", async () => {
  const page = await browser.open("polygon-polygon/1");
  for (let press = 0; press < 3; press++) await page.click("[aria-label='The shapes: nearer']");
  const seen = () => page.$eval(".body.of-a path.core", (path) => path.getBBox().width);
  const width = await seen();
  await page.click("#teach");
  await page.fill("#own-title", "My <b>own</b> title");
  await page.fill("#own-text", "Find $d$ first.\n\nThen <i>step</i> on. What costs $ is no formula.");
  await page.waitForFunction(() => document.querySelector("#own-frame").value.includes("?embed#1."));
  const link = await page.inputValue("#own-link");
  const frame = await page.inputValue("#own-frame");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal(await page.textContent("#lesson h2"), "My <b>own</b> title");
  await page.click("[data-scene=collinear]");
  await settled(page);
  assert.equal(await page.textContent("#lesson h2"), "Poorly formed polygons");
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await page.waitForFunction(() => document.querySelector("#lesson h2").textContent.startsWith("My <b>"));
  await settled(page);
  assert.ok(Math.abs((await seen()) - width) < 1, `${await seen()} ${width}`);
  assert.equal(await page.locator("#lesson .katex-html").count(), 1);
  assert.match(await page.textContent("#lesson"), /<i>step<\/i> on/);
  assert.match(await page.textContent("#told"), /^step 1 of/);
  await page.keyboard.press("f");
  assert.equal(await page.evaluate(() => [document.documentElement.dataset.mode, location.search].join()), "present,?present");
  assert.ok(await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("#lesson p")).fontSize) > 20 && document.documentElement.scrollWidth <= innerWidth));
  assert.ok(!(await page.isVisible(".scenes")));
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => [document.documentElement.dataset.mode, location.search].join()), "whole,");
  // The frame: a document of another origin, where storage throws.
  const address = frame.match(/src="([^"]*)"/)[1];
  await page.evaluate((source) => {
    const frame = Object.assign(document.createElement("iframe"), { src: source, width: 720, height: 480, id: "guest" });
    frame.sandbox = "allow-scripts";
    document.body.replaceChildren(frame);
  }, address);
  const guest = await (await page.waitForSelector("#guest")).contentFrame();
  await guest.waitForSelector("html[data-ready]");
  const fits = await guest.evaluate(() => ({ mode: document.documentElement.dataset.mode, tall: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth, pictures: [...document.querySelectorAll(".picture")].every((one) => one.getBoundingClientRect().bottom <= innerHeight && one.getBoundingClientRect().height > 200) }));
  assert.deepEqual({ ...fits, tall: fits.tall <= 480, wide: fits.wide <= 720 }, { mode: "embed", tall: true, wide: true, pictures: true });
  await page.done();
});

test("Copy link keeps camera, title and text, in the plane, in a lesson, in a motion and in space; a scene as it began is its name", async () => {
  const page = await browser.open("polygon-polygon/1");
  const standing = () => page.$$eval(".picture .body text, .picture .label", (all) => all.map((one) => [one.textContent, ...["x", "y"].map((key) => Math.round(one.getBoundingClientRect()[key] - one.closest(".picture").getBoundingClientRect()[key]))]).sort());
  /** Where what is drawn stands in the pictures, to a pixel, once two frames agree: names in space come a frame later. */
  const places = async () => {
    for (let last = await standing(); ; ) {
      await settled(page);
      const next = await standing();
      if (JSON.stringify(next) === JSON.stringify(last)) return next;
      last = next;
    }
  };
  const far = (left, right) => left.length !== right.length ? NaN : Math.max(...left.map(([, x, y], place) => Math.hypot(x - right[place][1], y - right[place][2])));
  const copied = async () => {
    await page.evaluate(() => document.querySelector("#said").classList.remove("shown"));
    await page.click("#share");
    await page.waitForFunction(() => document.querySelector("#said").classList.contains("shown"));
    return new URL(page.url()).hash.slice(1);
  };
  const follow = async (link) => {
    await show(page, "collinear");
    await page.evaluate((hash) => (location.hash = hash), link);
    await page.waitForFunction(() => document.querySelector("#lesson h2").textContent.startsWith("The "));
    await settled(page);
  };
  for (const hash of ["polygon-polygon/1", "sweep", "thin-wall/3", "ray/2", "two-boxes/2"]) {
    await show(page, hash);
    assert.equal(await copied(), hash);
    const whole = await places();
    const isSpace = hash.startsWith("two");
    const buttons = isSpace ? ["turn left", "turn left", "nearer"] : ["nearer", "nearer", "nearer"];
    for (const name of buttons) await page.locator(`[aria-label$=': ${name}']`).first().click();
    await page.locator(`[aria-label$=': ${isSpace ? "turn right" : "farther"}']`).last().click();
    await page.click("#teach");
    await page.fill("#own-title", `The ${hash}`);
    await page.fill("#own-text", "Find $d$.");
    await page.keyboard.press("Escape");
    await settled(page);
    const link = await copied();
    assert.match(link, /^1\./);
    const seen = await places();
    assert.ok(seen.length > 1 && far(seen, whole) > 20, `${hash}: nothing moved`);
    await follow(link);
    assert.equal(await page.textContent("#lesson h2"), `The ${hash}`);
    assert.match(await page.textContent("#lesson p"), /^Find /);
    assert.ok(far(seen, await places()) < 2, `${hash}: ${JSON.stringify([seen, await places()])}`);
    // Pictures that show all again do so after the next link, too.
    for (const one of await page.locator("[aria-label$=': show all']").all()) await one.click();
    await settled(page);
    const all = await places();
    await follow(await copied());
    assert.ok(far(all, seen) > 20 && far(all, await places()) < 2, `${hash}: shows all`);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

// An address that was compressed when another scene was opened took the place of that scene's: a link to it then was no change, and
// the page stayed where it was.
for (const how of ["has rested", "is copied"]) {
  test(`another scene that is opened while the address of one that ${how} is being written keeps its own, and of two links the later one is shown`, async () => {
    const page = await browser.fresh("polygon-polygon/1");
    const titled = async (title) => {
      await page.click("#teach");
      await page.fill("#own-title", title);
      await page.keyboard.press("Escape");
    };
    const linked = async (title) => {
      // The address of the last title stays until that of this one is written.
      const before = await page.evaluate(() => location.hash);
      await titled(title);
      await page.click("#share");
      await page.waitForFunction(([title, before]) => document.querySelector("#lesson h2").textContent === title && location.hash.startsWith("#1.") && location.hash !== before, [title, before]);
      // It is written when the page has rested, and when the link is copied: the last one counts.
      for (let link = ""; ; await page.waitForTimeout(400)) {
        const last = link;
        link = await page.evaluate(() => location.hash);
        if (link === last) return link;
      }
    };
    const first = await linked("The first");
    const second = await linked("The second");
    assert.notEqual(first, second);
    await show(page, "collinear");
    // From here on what was compressed waits until it is let go.
    await page.evaluate(() => {
      const { arrayBuffer } = Response.prototype;
      window.waiting = [];
      Response.prototype.arrayBuffer = function () {
        // What the page fetches on the side, such as the readers of files, is not held.
        if (this.url !== "") return arrayBuffer.call(this);
        return arrayBuffer.call(this).then((bytes) => new Promise((done) => window.waiting.push(() => done(bytes))));
      };
    });
    await titled("The third");
    if (how === "is copied") await page.click("#share");
    await page.waitForFunction(() => window.waiting.length > 0);
    await show(page, "two-boxes/2");
    const letGo = (all) => page.evaluate((all) => window.waiting.splice(all).forEach((go) => go()), all);
    await letGo(0);
    await settled(page);
    assert.match(await page.evaluate(() => location.hash), /^#two-boxes/);
    // The later of two links is read first.
    const waiting = (count) => page.waitForFunction((count) => window.waiting.length > count && window.waiting.length, count).then((handle) => handle.jsonValue());
    await page.evaluate((hash) => (location.hash = hash), first);
    const before = await waiting(0);
    await page.evaluate((hash) => (location.hash = hash), second);
    await waiting(before);
    await letGo(before);
    await page.waitForFunction(() => document.querySelector("#lesson h2").textContent === "The second");
    await letGo(0);
    await settled(page);
    assert.equal(await page.textContent("#lesson h2"), "The second");
    assert.equal(await page.evaluate(() => location.hash), second);
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

test("several pasted lines are a list; a line with a fault is told and passed over", async () => {
  const page = await browser.open();
  const lines = ['{"id": "first", "a": {"points": [[0, 0]]}, "b": {"points": [[3, 4]]}}', '{"id": "bad", "a": {"points": []}, "b": {"points": [[1, 0]]}}', "", '{"id": 7, "a": {"ball": {"center": [0, 0, 0], "radius": 1}}, "b": {"points": [[0, 0, 3]]}}'];
  await page.click("#line");
  await page.fill("#line-text", lines.join("\n"));
  await page.click("#line-open");
  await page.waitForSelector("#lines");
  await settled(page);
  assert.equal((await answer(page)).distance, "5");
  assert.deepEqual(await page.$$eval("#line-list option", (all) => all.map((one) => [one.textContent.slice(0, 8), one.disabled])), [["1: first", false], ["2: a.poi", true], ["4: 7", false]]);
  await page.click("#line-next");
  await page.waitForFunction(() => document.querySelector("[data-answer=distance]").textContent === "2");
  await agrees(page);
  await page.click("#line-back");
  await page.waitForFunction(() => document.querySelector("[data-answer=distance]").textContent === "5");
  await page.done();
});

test("axe finds nothing to complain about in large type, in a frame, in the dialog for a class and while predicting", async () => {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const page = await browser.open("polygon-polygon/1");
  await page.addScriptTag({ path: axe });
  const clean = async (what) => {
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]), [], what);
  };
  await page.click("#predict");
  await settled(page);
  await clean("predict");
  await page.click("#teach");
  await clean("dialog");
  await page.keyboard.press("Escape");
  for (const mode of ["present", "embed"]) {
    await page.evaluate((mode) => (document.documentElement.dataset.mode = mode), mode);
    await settled(page);
    await clean(mode);
  }
  await page.done();
});
