// What the steps say: sentences, bounds and pictures agree with each other, at every step.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answer, paste, settled, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

/** Goes through all steps; `look` gets what the page says after each. */
async function through(page, look) {
  await page.keyboard.press("Home");
  await settled(page);
  const count = Number((await page.textContent("#told")).split(" ").at(-1));
  for (let step = 1; step <= count; step++) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const said = await page.evaluate(() => ({
      told: document.querySelector("#told").textContent,
      least: document.querySelector("[data-bound=least]").textContent,
      most: document.querySelector("[data-bound=most]").textContent,
      gap: [...document.querySelectorAll(".picture:has(.difference) .gap-text")].map((text) => text.textContent).find((text) => /\d/.test(text)) ?? null,
      shapesGap: [...document.querySelectorAll(".picture:not(:has(.difference)) .gap-text")].map((text) => text.textContent).find((text) => /\d/.test(text)) ?? null,
      stop: document.querySelector("#stop")?.textContent ?? null,
      story: [...document.querySelectorAll(".cards > :first-child p")].map((p) => p.textContent),
      direction: document.querySelector(".cards > :first-child dd").textContent,
      phase: document.querySelector(".cards > :first-child h3").textContent,
    }));
    assert.match(said.told, new RegExp(`^step ${step} `));
    await look(said, step, count);
  }
  return count;
}

const value = (text) => {
  if (text === "∞") return Infinity;
  if (text === "−∞") return -Infinity;
  const [mantissa, power] = text.replaceAll("−", "-").split("·10");
  const digits = power ? Number([...power].map((digit) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).map((place) => (place === 0 ? "-" : place - 1)).join("")) : 0;
  return Number(`${mantissa}e${digits}`);
};

for (const scene of ["point-segment", "point-triangle", "point-polygon", "polygon-polygon", "origin-on-inner-edge", "collinear"]) {
  test(`${scene}: the pictures' distance is the panel's "at most", at every step`, async () => {
    const page = await browser.open(scene);
    let compared = 0;
    await through(page, ({ most, least, gap, shapesGap, phase }, step, count) => {
      assert.ok(value(least) <= value(most), `${step}: ${least} ${most}`);
      if (step === 1) assert.notEqual(most, "∞");
      for (const shown of [gap, step < count ? shapesGap : null]) {
        if (shown === null) continue;
        const expected = phase.includes("polytope") ? -value(shown) : value(shown);
        assert.ok(Math.abs(expected - value(most)) <= 1e-5 * Math.abs(expected), `${scene} ${step}: ${shown} in the picture, ${most} in the panel`);
        compared++;
      }
    });
    if (scene !== "origin-on-inner-edge") assert.ok(compared > 0, "idle");
    await page.done();
  });
}

test("the lesson of two polygons says at its steps what it draws, up to the depth", async () => {
  const page = await browser.open("polygon-polygon");
  // B into A.
  const lineText = { a: { points: [[-1.4, -0.7], [0.9, -1], [0.1, 1.2]] }, b: { points: [[-0.9, -0.8], [0.7, -0.9], [1.2, 0.3], [0.2, 1.1], [-0.9, 0.6]], pose: { translation: [0.3, 0.2], rotation: [1, 0] } } };
  assert.equal(await paste(page, JSON.stringify(lineText)), "");
  const stops = [];
  const last = await through(page, ({ stop, story, phase }, step, count) => {
    if (stop) stops.push([step, stop, phase]);
    if (step === 1) assert.match(story[0], /^The first direction d goes from the middle of A to the middle of B/);
    if (phase.includes("polytope")) assert.match(story.join(" "), step === count ? /the polytope stays as it is/ : /the polytope grows by it/);
  });
  assert.equal(stops.length, 2);
  assert.match(stops[0][1], /^Overlap proved; next, the depth\.$/);
  assert.equal(stops[1][0], last);
  assert.match(stops[1][1], /nothing lies beyond this edge: it is the boundary/);
  await page.done();
});

test("where a closed formula answers, the panel says why the steps are more than the support points", async () => {
  const page = await browser.open();
  const boxes = '{"a": {"cuboid": {"half_extents": [1, 1]}}, "b": {"cuboid": {"half_extents": [1, 2]}, "pose": {"translation": [0.5, 0.5]}}}';
  assert.equal(await paste(page, boxes), "");
  const { iterations } = await answer(page);
  const steps = Number((await page.textContent("#told")).split(" ").at(-1));
  assert.equal(iterations, "0");
  assert.match(await page.textContent("#counts"), new RegExp(`closed formula.*${steps} steps`));
  const ball = '{"a": {"points": [[0, 0], [1, 0], [0.3, 2]]}, "b": {"ellipsoid": {"semi_axes": [1, 0.5]}, "pose": {"translation": [4, 1]}}}';
  assert.equal(await paste(page, ball), "");
  const searched = Number((await answer(page)).iterations);
  assert.ok(searched > 0);
  if (searched === Number((await page.textContent("#told")).split(" ").at(-1))) assert.equal(await page.locator("#counts").count(), 0);
  else assert.match(await page.textContent("#counts"), /step/);
  await page.done();
});

test("polygons at the end of the range: bounds never cross and directions are finite", async () => {
  const page = await browser.open();
  for (const left of [1.5e300, 1e300, 0.5e300]) {
    for (const precision of ["float", "exact"]) {
      const far = { precision, a: { points: [[1e300, 0], [1e300, 2e300], [-1e300, 1e300]] }, b: { points: [[left, 1e300], [2e300, 0.5e300], [2e300, 2e300]] } };
      assert.equal(await paste(page, JSON.stringify(far)), "");
      const count = await through(page, ({ least, most, direction }) => {
        assert.ok(value(least) <= value(most), `${least} ${most}`);
        assert.ok(!direction.includes("∞") && !direction.includes("NaN"), direction);
      });
      assert.ok(count > 0);
    }
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("lessons one and two begin before the first step, with all regions and all coordinates", async () => {
  for (const [scene, regions, letters] of [["point-segment", ["A", "B", "AB"], ["u", "v"]], ["point-triangle", ["A", "B", "C", "AB", "BC", "CA", "ABC"], ["u", "v", "w"]]]) {
    const page = await browser.open(scene);
    assert.match(await page.textContent("#told"), /^step 0 of/);
    assert.deepEqual(await page.$$eval("[data-region]", (paths) => paths.map((path) => path.dataset.region)), regions);
    const rows = await page.$$eval("#coordinates tbody tr:first-child [data-coordinate]", (cells) => cells.map((cell) => cell.dataset.coordinate));
    assert.deepEqual(rows, letters);
    const names = await page.$$eval(".body text", (texts) => texts.map((text) => text.textContent));
    assert.deepEqual(names.sort(), [...regions.filter((name) => name.length === 1), "Q"]);
    await page.done();
  }
});

test("Q dragged through the triangle's seven regions is seen in each, and the signs of u, v, w say the same", async () => {
  const page = await browser.open("point-triangle");
  const seen = new Set();
  const where = { A: [-3, -1.6], B: [3, -1.2], C: [0.2, 2.4], AB: [0.1, -1.6], BC: [1.9, 1.1], CA: [-1.6, 0.9], ABC: [0.1, -0.2] };
  for (const [name, [x, y]] of Object.entries(where)) {
    const text = { a: { points: [[-1.5, -1], [1.7, -0.7], [0.2, 1.4]] }, b: { points: [[x, y]] } };
    const link = await page.evaluate(async ([text]) => {
      const state = { dim: 2, numbers: "f64", shapes: [{ name: "triangle", spelling: text.a }, { name: "Q", spelling: text.b }], pair: [0, 1], step: null, scene: "point-triangle", changed: true };
      const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return `1.${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
    }, [text]);
    const other = await browser.open(link);
    assert.equal(await other.getAttribute(".holds", "data-region"), name);
    const signs = await other.$$eval("#coordinates tbody tr:first-child td[data-coordinate]", (cells) => cells.map((cell) => cell.className));
    assert.equal(signs.filter((sign) => sign === "").length === 3, name === "ABC");
    seen.add(name);
    await other.done();
  }
  assert.equal(seen.size, 7);
  await page.done();
});

test("the lessons call the nearest point P, the support point s, and never mix them with u, v, w", async () => {
  const page = await browser.open("point-polygon/2");
  const formulas = await page.$$eval("#lesson annotation", (notes) => notes.map((note) => note.textContent).map((text) => {
      // Without the names that light, the inner ones first.
      for (const before = {}; before.text !== text; ) [before.text, text] = [text, text.replace(/\\nm\{[^{}]*\}\{([^{}]*)\}/g, "$1")];
      return text;
    }));
  assert.ok(formulas.includes("d = Q - P") && formulas.includes("\\lVert Q - P\\rVert"), formulas.join(" | "));
  assert.ok((await page.$$eval(".picture text", (texts) => texts.map((text) => text.textContent))).includes("P"));
  for (const scene of ["point-polygon", "polygon-polygon", "bad-direction", "origin-on-vertex"]) {
    await page.click(`[data-scene=${scene}]`);
    await settled(page);
    const text = await page.textContent("#lesson");
    assert.ok(!/-v|\\lVert v|New vertex w/.test(text), scene);
  }
  await page.click("[data-scene=bad-direction]");
  await page.waitForSelector("#exhibit");
  await settled(page);
  const tilt = await page.$$eval("#exhibit tbody tr:first-child td", (cells) => cells[3].textContent);
  assert.ok(Math.abs(value(tilt) - 1.4e-6) < 0.05e-6, tilt);
  assert.match(await page.textContent("#lesson"), /31\.5 units/);
  await page.done();
});
