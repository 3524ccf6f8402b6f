// Lessons on motion, in a real browser: a rod through a thin wall, and a ray.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { answer, command, drawTime, impactAgrees, line, paste, says, settled, start } from "./browser.mjs";

let browser;
before(async () => {
  browser = await start();
});
after(() => browser.close());

const numbers = (text) => text.split(", ").map(Number);

/** The link of a rod, or of a ray, that is not a lesson's. */
const packed = (shapes, motion, step = null) => `1.${deflateRawSync(JSON.stringify({ dim: 2, numbers: "f64", shapes, pair: [0, 1], step, scene: null, changed: true, motion })).toString("base64url")}`;
const placed = (points, translation = [0, 0], rotation = [1, 0]) => ({ name: "s", spelling: { points, pose: { translation, rotation } } });
const box = (w, h) => [[-w, -h], [w, -h], [w, h], [-w, h]];
const rod = (height, motion = {}) => packed([placed(box(0.03, 0.5)), placed(box(0.4, 0.04), [-1.5, height], [0.5, 0.866])], { travel: [3, 0], turn: 7.0686, center: [-1.5, height], seconds: 0.05, ...motion });
const ray = (origin, travel, step = null) => packed([placed(box(0.9, 0.6), [-0.4, 0.2], [0.96, 0.28]), { name: "ray", spelling: { points: [origin] } }], { travel, turn: 0, center: [0, 0], seconds: 1 }, step);

/** The same of the line through the whole of space. */
async function crossingAgrees(page, text) {
  const told = command(JSON.stringify({ ...JSON.parse(text), ask: "crossing" }));
  const shown = await page.$$eval("[data-crossing]", (nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.crossing, node.textContent])));
  if (told.outcome === "clear") return assert.deepEqual(shown, {});
  for (const end of ["entry", "exit"]) {
    assert.equal(Number(shown[`${end}.fraction`]), told[end].fraction, end);
    assert.ok(told[end].lower <= Number(shown[`${end}.lower`]) && Number(shown[`${end}.upper`]) <= told[end].upper);
  }
  for (const key of ["normal_in", "normal_out"]) assert.deepEqual(numbers(shown[key]), told[key], key);
}

/** Shows another scene on a page that is open. */
async function show(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  await settled(page);
  await settled(page);
}

test("rods that hit, pass above, do not turn, start in the wall and stop short: outcome, fraction, bounds and contact are the command's", async () => {
  const page = await browser.open("thin-wall");
  const cases = [
    ["thin-wall", "hit"],
    [rod(0.95), "clear"],
    [rod(0.45, { turn: 0 }), "hit"],
    [packed([placed(box(0.03, 0.5)), placed(box(0.4, 0.04))], { travel: [3, 0], turn: 1, center: [0, 0], seconds: 0.05 }), "hit"],
    [rod(0.45, { travel: [0.5, 0.1] }), "clear"],
  ];
  const seen = new Set();
  for (const [hash, outcome] of cases) {
    await show(page, hash);
    const { shown, text } = await impactAgrees(page);
    assert.equal(shown.outcome, outcome);
    seen.add(text);
  }
  assert.equal(seen.size, cases.length);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("rays that hit, start inside, miss, go away and stop short: answer and crossing are the command's, and the words fit", async () => {
  const page = await browser.open("ray");
  const cases = [
    ["ray", "hit", /^The ray meets A at t = 0\.30/],
    [ray([-0.4, 0.2], [3, 1]), "hit", /^The ray starts in A/],
    [ray([-3, 2], [6, 1]), "clear", /^The ray misses A, and so does its whole line/],
    [ray([2, 0.5], [3, 0.2]), "clear", /goes away from A/],
    [ray([-3, 0], [1, 0.1]), "clear", /ends before A/],
    [ray([-3, 0.2], [6, 0]), "hit", /^The ray meets A/],
    [ray([-0.4, 0.2], [0, 0]), "hit", /^The ray starts in A/],
    [ray([3, 3], [0, 0]), "clear", /^The ray has no length, and it starts outside/],
  ];
  for (const [hash, outcome, words] of cases) {
    await show(page, hash);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#verdict")?.textContent), words.source);
    const { shown, text } = await impactAgrees(page);
    assert.equal(shown.outcome, outcome);
    // The command refuses to ask for the line of a ray without length.
    if (JSON.parse(text).motion_b.travel.some((value) => value !== 0)) await crossingAgrees(page, text);
    await page.keyboard.press("End");
    await settled(page);
    // What proves a miss is drawn with the answer, and nothing is where there is a hit.
    assert.equal(await page.locator(".picture .parting").count(), outcome === "clear" ? 1 : 0);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the samples miss the rod, a slow rod is seen late, and one above the wall is rightly not seen", async () => {
  const page = await browser.open("thin-wall");
  assert.equal(await page.textContent("#sampled-verdict"), "Missed: all 4 samples are apart.");
  assert.match(await page.textContent(".samples-verdict"), /^missed$/);
  assert.match(await page.textContent("#proof-verdict"), /^Contact begins at 23\.5 ms\./);
  await show(page, rod(0.45, { travel: [2, 0] }));
  assert.match(await page.textContent("#sampled-verdict"), /^Seen late: in sample \d B is [\d.]+ m deep in A already\.$/);
  await show(page, rod(0.95));
  assert.match(await page.textContent("#sampled-verdict"), /and this time that is true/);
  await page.done();
});

/** The points of a path of lines, in pixels. */
const points = (d) => [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("at every step the bows lie below the clearance and above zero, and they follow each other", async () => {
  const page = await browser.open("thin-wall");
  await page.keyboard.press("Home");
  await settled(page);
  const count = Number((await page.textContent("#told")).split(" ").at(-1));
  let [compared, before] = [0, 0];
  for (let step = 1; step <= count; step++) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const drawn = await page.evaluate(() => {
      const chart = document.querySelector("figure:not(.lens) > .over-time svg");
      return { curve: chart.querySelector(".clearance").getAttribute("d"), bows: [...chart.querySelectorAll(".bow")].map((bow) => bow.getAttribute("d")), zero: Number(chart.querySelector(".axis").getAttribute("y1")), story: document.querySelector(".cards > :first-child h3").textContent };
    });
    const [curve, bows] = [points(drawn.curve), drawn.bows.map(points)];
    assert.equal(bows.length, before + (/proven/.test(drawn.story) ? 1 : 0), drawn.story);
    before = bows.length;
    bows.forEach((bow, place) => {
      if (place > 0) assert.ok(Math.abs(bow[0][0] - bows[place - 1].at(-1)[0]) < 0.11, `${step}: a gap`);
      for (const [x, y] of bow) {
        const right = curve.findIndex(([at]) => at >= x);
        const [[x0, y0], [x1, y1]] = [curve[Math.max(0, right - 1)], curve[right]];
        const above = x1 > x0 ? y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) : y1;
        // Pixels grow downwards. The curve is drawn in chords.
        assert.ok(y >= above - 0.6, `${step}: ${y} is above the clearance at ${above}`);
        assert.ok(y <= drawn.zero + 0.1, `${step}: below zero`);
        compared++;
      }
    });
  }
  assert.ok(compared > 1000, `${compared}`);
  assert.match(await page.textContent("#stop"), /^Stopped: the parts cover all up to the contact/);
  await page.done();
});

test("the timeline is dragged and has keys; the band is never wider than the clearance", async () => {
  const page = await browser.open("thin-wall/end");
  const value = (key) => page.$eval(`[data-moment=${key}]`, (node) => Number.parseFloat(node.textContent));
  const timeline = page.locator("#timeline");
  await timeline.focus();
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await page.textContent("#moment h3"), /^The moment 0\.15 ms$/);
  let seen = 0;
  for (const fraction of [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.35, 0.4, 0.45]) {
    await timeline.fill(String(fraction));
    await settled(page);
    const [distance, band] = [await value("distance"), await value("band")];
    assert.ok(band <= distance * 1.01 && band > 0, `${band} of ${distance}`);
    seen++;
  }
  assert.equal(seen, 9);
  const before = await page.getAttribute("#timeline", "aria-valuetext");
  const chart = await page.locator("figure:not(.lens) > .over-time").boundingBox();
  await page.mouse.move(chart.x + 0.3 * chart.width, chart.y + 60);
  await page.mouse.down();
  await page.mouse.move(chart.x + 0.8 * chart.width, chart.y + 70, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  assert.notEqual(await page.getAttribute("#timeline", "aria-valuetext"), before);
  await page.click("#fly");
  await page.waitForFunction(() => Number(document.querySelector("#timeline").value) < 0.999 && document.querySelector("#fly").ariaPressed === "true");
  const flown = await page.inputValue("#timeline");
  // The press comes in the same moment as the look: on a slow machine the flight may be over before a click arrives.
  await page.waitForFunction((flown) => {
    const fly = document.querySelector("#fly");
    if (document.querySelector("#timeline").value === flown) return false;
    if (fly.ariaPressed === "true") fly.click();
    return true;
  }, flown);
  assert.equal(await page.getAttribute("#fly", "aria-pressed"), "false");
  await timeline.fill("0.9");
  await settled(page);
  // Behind the contact B stays there, and where it would have been is drawn.
  assert.equal(await page.locator(".unreached").count(), 1);
  await page.done();
});

test("speed, turning and thickness are changed, the rod is dragged, undo brings each back, and a link restores all", async () => {
  const page = await browser.open("thin-wall");
  const first = await answer(page);
  for (const [id, key, presses] of [["speed", "ArrowRight", 5], ["turning", "ArrowLeft", 3], ["thickness", "ArrowRight", 4], ["rate", "ArrowRight", 1]]) {
    await page.locator(`#${id}`).focus();
    for (let press = 0; press < presses; press++) await page.keyboard.press(key);
    const { shown } = await impactAgrees(page);
    if (id === "rate") assert.match(await page.textContent("#sampled-verdict"), /^Seen late: in sample 3/);
    else assert.notEqual(shown.fraction, first.fraction, id);
    for (let press = 0; press < presses; press++) await page.keyboard.press("Control+z");
    await settled(page);
    assert.deepEqual(await answer(page), first, id);
  }
  const body = await page.locator(".body.of-b").boundingBox();
  const [x, y] = [body.x + body.width / 2, body.y + body.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y - 6, { steps: 4 });
  await page.mouse.up();
  await page.locator(".body.of-b").focus();
  for (const key of ["q", "ArrowUp"]) await page.keyboard.press(key);
  const { shown, text } = await impactAgrees(page);
  assert.notEqual(shown.fraction, first.fraction);
  await page.locator("#timeline").fill("0.25");
  await settled(page);
  await page.click("#share");
  await says(page, /link/);
  const other = await browser.open(new URL(page.url()).hash.slice(1));
  assert.equal(await line(other), text);
  assert.deepEqual(await answer(other), shown);
  assert.equal(await other.inputValue("#timeline"), "0.25");
  assert.equal(await other.textContent("#told"), await page.textContent("#told"));
  assert.deepEqual(page.errors, []);
  await page.done();
  await other.done();
});

test("the ray is dragged at both ends and moved by keys; another shape is asked about; each answer is the command's", async () => {
  const page = await browser.open("ray");
  const first = await answer(page);
  const centre = async (place) => {
    const box = await page.locator(".body").nth(place).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (const place of [1, 3]) {
    const [before, [x, y]] = [await answer(page), await centre(place)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 12, y + 9, { steps: 3 });
    await page.mouse.up();
    const { shown, text } = await impactAgrees(page);
    assert.notEqual(shown.fraction, before.fraction);
    await crossingAgrees(page, text);
  }
  await page.locator(".body").nth(3).focus();
  await page.keyboard.press("ArrowLeft");
  await page.click("#other");
  const { shown, text } = await impactAgrees(page);
  assert.equal(JSON.parse(text).a.points.length, 5);
  await crossingAgrees(page, text);
  assert.equal(await page.locator(".row-name").count(), 6);
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("Control+z");
  await settled(page);
  assert.deepEqual(await answer(page), first);
  assert.notDeepEqual(shown, first);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("a line with a motion is shown with it, and one that the page cannot move is shown at rest, with a word", async () => {
  const page = await browser.open();
  const text = { a: { points: [[0, 0], [1, 0], [0, 1]] }, b: { points: [[3, 0], [4, 0], [4, 0.5]] }, motion_b: { travel: [-4, 0.25], turn: 2, center: [3.5, 0] } };
  assert.equal(await paste(page, JSON.stringify(text)), "");
  await page.waitForSelector("#checks");
  const { shown, text: told } = await impactAgrees(page);
  assert.equal(shown.outcome, "hit");
  assert.deepEqual(JSON.parse(told).motion_b, text.motion_b);
  assert.equal(await paste(page, JSON.stringify({ ...text, target: 0.1 })), "");
  await says(page, /where they start/);
  assert.equal(await page.locator("#checks").count(), 0);
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("the steps of a ray say what they draw: each edge leaves less, and the last step has the answer", async () => {
  const page = await browser.open("ray");
  const kept = [];
  for (let step = 1; step <= 4; step++) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.match(await page.textContent(".cards > :first-child h3"), new RegExp(`^Edge ${step} of 4$`));
    const [mark] = await page.$$eval(".row-left", (lines) => lines.map((line) => Number(line.getAttribute("x2")) - Number(line.getAttribute("x1"))));
    kept.push(mark);
    assert.equal(await page.locator(".row-kept").count(), step);
  }
  for (let step = 1; step < 4; step++) assert.ok(kept[step] <= kept[step - 1], `${kept}`);
  assert.match(await page.textContent("#left"), /from t = 0\.3072 to 0\.671\.$/);
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await page.textContent("#stop"), /its beginning is the entry/);
  assert.match(await page.textContent(".picture .hit-text"), /^enters at 0\.3072$/);
  await page.done();
});

test("what motions need is fetched with the first lesson on them", async () => {
  const page = await browser.fresh("polygon-polygon");
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.waitForTimeout(1500);
  assert.ok(!fetched.some((address) => /motion/.test(address)), `${fetched}`);
  await page.click("[data-scene=thin-wall]");
  await page.waitForSelector("#checks");
  assert.ok(fetched.some((address) => /clearance_web_motion_bg.*\.wasm/.test(address)));
  await page.done();
});

test("a moment, and a rod that is moved, are drawn within 16 ms", async () => {
  const page = await browser.open("thin-wall/end");
  await page.locator(".body.of-b").focus();
  for (const [name, act] of [["moment", (place) => page.locator("#timeline").fill(String(0.1 + 0.03 * place))], ["rod", (place) => page.keyboard.press(place % 2 ? "ArrowUp" : "ArrowDown")]]) {
    let least = Infinity;
    for (let tries = 0; tries < 20 && !(least < 16); tries++) {
      if (name === "rod") await page.locator(".body.of-b").focus();
      await act(tries);
      await settled(page);
      least = Math.min(least, await drawTime(page));
    }
    assert.ok(least < 16, `${name}: ${least} ms`);
  }
  await page.done();
});

test("every picture of the lessons on motion can be taken away as SVG and PNG", async () => {
  for (const [scene, names] of [["thin-wall/8", ["motion", "samples", "clearance"]], ["ray/3", ["ray", "intervals"]]]) {
    const page = await browser.open(scene);
    await page.click("#export");
    for (const name of names) {
      for (const [end, magic] of [["svg", "<svg"], ["png", "\x89PNG"]]) {
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${name}.${end}"]`)]);
        const bytes = readFileSync(await download.path());
        assert.ok(bytes.toString("latin1").startsWith(magic) && bytes.length > 2000, name);
        assert.ok(end === "png" || !/class=|var\(/.test(bytes.toString()), name);
      }
    }
    await page.done();
  }
});
