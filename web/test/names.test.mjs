// One name, one colour: what text, formula, picture and panel call the same lights together.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { settled, show, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

/** Each lesson where all of its names are in the pictures: at a step, or with its slider somewhere. */
const PLACES = [
  { hash: "point-segment/end" },
  { hash: "point-triangle/end" },
  { hash: "point-polygon/2" },
  { hash: "sweep", setting: 1 },
  { hash: "supports" },
  { hash: "shadow" },
  { hash: "polygon-polygon/2" },
  { hash: "walking/1" },
  { hash: "layers/1" },
  { hash: "remembering" },
  { hash: "concave/3" },
  { hash: "compare/1" },
  { hash: "naive-loop/3" },
];

/** Where a name is, and the colours of its words. */
function found(page, name) {
  return page.$$eval(`[data-name="${name}"]`, (all) => ({
    isInText: all.some((one) => one.closest("#lesson")),
    isInPicture: all.some((one) => one.closest("svg, .picture")),
    colours: [...new Set(all.filter((one) => !(one instanceof SVGElement) || one instanceof SVGTextElement).map((one) => getComputedStyle(one)[one instanceof SVGElement ? "fill" : "color"]))],
  }));
}

const lit = (page) => page.evaluate(() => document.documentElement.dataset.lit);

/** What of a name is drawn otherwise than before, in text and in pictures. */
async function changed(page, name, act) {
  const looks = () => page.$$eval(`[data-name="${name}"]`, (all) => all.map((one) => {
    const style = getComputedStyle(one.querySelector("path, line") ?? one);
    return [Boolean(one.closest("svg")), [style.strokeWidth, style.backgroundColor, style.fontWeight, style.fillOpacity, style.visibility].join()];
  }));
  const before = await looks();
  await act();
  const after = await looks();
  return { picture: after.some(([isDrawn, look], place) => isDrawn && look !== before[place][1]), text: after.some(([isDrawn, look], place) => !isDrawn && look !== before[place][1]) };
}

test("in every lesson each named thing is in the text and in a picture, has one colour, and lights in both", async () => {
  const page = await browser.open("point-segment/end");
  let names = 0;
  for (const { hash, setting } of PLACES) {
    await show(page, hash);
    if (setting !== undefined) await page.fill("#setting", String(setting));
    await settled(page);
    const buttons = await page.$$eval(".key-names button", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.name));
    assert.ok(buttons.length >= 3, hash);
    for (const name of buttons) {
      names++;
      const { isInText, isInPicture, colours } = await found(page, name);
      assert.ok(isInText && isInPicture, `${hash}: ${name} is in the text: ${isInText}, in a picture: ${isInPicture}`);
      assert.equal(colours.length, 1, `${hash}: ${name} has the colours ${colours.join(" and ")}`);
      // By the key Tab, or a finger: both give the focus.
      await page.evaluate(() => document.activeElement.blur());
      const { picture, text } = await changed(page, name, () => page.focus(`.key-names [data-name="${name}"]`));
      assert.ok(picture && text, `${hash}: ${name} lights in the picture: ${picture}, in the text: ${text}`);
      assert.equal(await lit(page), name);
    }
  }
  assert.ok(names > 80, `${names}`);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the mouse on a formula, on a mark of a picture, on a body and on a sentence lights the name, and nothing once it is gone", async () => {
  const page = await browser.open("polygon-polygon/2");
  for (const [selector, name] of [["#lesson .katex-html [data-name=sa]", "sa"], [".picture text[data-name=d]", "d"], [".picture circle[data-name=s]", "s"], [".panel p [data-name=B]", "B"]]) {
    await page.hover("h1");
    assert.equal(await lit(page), "", selector);
    await page.locator(selector).first().hover({ force: true });
    assert.equal(await lit(page), name, selector);
  }
  const body = await page.locator(".body.of-b path.core").boundingBox();
  await page.mouse.move(body.x + body.width / 2 + 14, body.y + body.height / 2 + 14);
  assert.equal(await lit(page), "B");
  await show(page, "point-triangle");
  const label = await page.locator("text[data-name=region-CA]").boundingBox();
  await page.mouse.move(label.x - 14, label.y + 30);
  assert.equal(await lit(page), "region-CA", "the region of a picture");
  assert.equal(await page.$eval("path.hint[data-name=coordinate-u]", (hint) => getComputedStyle(hint).visibility), "hidden");
  await page.hover("#lesson .formula [data-name=coordinate-u]");
  assert.equal(await page.$eval("path.hint[data-name=coordinate-u]", (hint) => getComputedStyle(hint).visibility), "visible");
  await page.done();
});

test("under a finger a letter below the pictures lights", async () => {
  const page = await browser.open("point-polygon/2", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const button = page.locator(".key-names [data-name=s]");
  await button.scrollIntoViewIfNeeded();
  const { picture, text } = await changed(page, "s", () => button.tap());
  assert.ok(picture && text);
  await page.done();
});
