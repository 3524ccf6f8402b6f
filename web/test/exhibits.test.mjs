// Every scene of the page, one after the other, under all that may be asked of it: its state, its numbers, keys, fingers,
// axe in both themes, reduced motion, no network, a frame without storage, and a processor six times slower.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agrees, answer, axe, command, impactAgrees, line, paste, settled, show, slowness, start, swipe } from "./browser.mjs";

let browser;
/** The scenes by their names, in the order of the list. */
let scenes;
before(async () => {
  browser = await start();
  const page = await browser.open();
  scenes = await page.$$eval("[data-scene]", (all) => all.map(({ dataset, lastChild }) => ({ id: dataset.scene, title: lastChild.textContent })));
  assert.ok(scenes.length >= 24, `${scenes.length} scenes`);
  await page.done();
});
after(() => browser.close());

const SPACE = ["two-boxes", "two-pebbles", "through-each-other", "rounded-bodies"];
const MOTION = ["thin-wall", "ray"];

/** What holds the second shape: it takes the focus, and keys and fingers move it. */
const second = (id) => (SPACE.includes(id) ? ".body-button.of-b" : ".body.of-b");

/** What of an answer a move of the second shape changes. */
const told = (page) => page.$$eval("[data-answer]", (all) => all.map((one) => one.textContent).join());

/** Whether the numbers are those of the command. A polygon with notches is a region there. */
async function isCommands(page, id) {
  if (MOTION.includes(id)) return impactAgrees(page);
  if (id !== "concave") return agrees(page);
  const { a, b } = JSON.parse(await line(page));
  const [outlineA, outlineB] = [a, b].map(({ points, ...rest }) => ({ outline: [[points]], ...rest }));
  const said = command(JSON.stringify({ a: outlineA, b: outlineB }));
  const shown = await answer(page);
  assert.equal(Number(shown.distance), said.distance);
  for (const key of ["point_a", "point_b"]) assert.deepEqual(shown[key].split(", ").map(Number), said[key], key);
}

/** The heading is that of the scene, and each picture has something in it. */
async function isShown(page, { id, title }) {
  const seen = await page.evaluate(() => ({
    title: document.querySelector("#lesson h2").textContent,
    empty: [...document.querySelectorAll(".picture")].filter((one) => one.checkVisibility() && !one.querySelector("canvas, table tr") && one.querySelectorAll("svg path, svg line").length < 4).length,
    pictures: document.querySelectorAll(".picture").length,
  }));
  assert.deepEqual({ ...seen, pictures: seen.pictures >= 1 }, { title, empty: 0, pictures: true }, id);
}

test("every scene: its state, the command's numbers at first and after a move by keys, its steps and its slider by keys, axe, light and dark", async () => {
  const page = await browser.open("point-segment", { viewport: { width: 1200, height: 640 } });
  const moved = { steps: 0, sliders: 0 };
  for (const scene of scenes) {
    const { id } = scene;
    await show(page, id);
    await isShown(page, scene);
    await isCommands(page, id);
    const before = await told(page);
    await page.locator(second(id)).first().focus();
    for (const key of ["ArrowRight", "ArrowUp", "q"]) await page.keyboard.press(key);
    await settled(page);
    assert.notEqual(await told(page), before, `${id}: keys do not move B`);
    await isCommands(page, id);
    await page.keyboard.press("Control+z");
    await page.evaluate(() => document.activeElement.blur());
    if (await page.isVisible("#told")) {
      moved.steps++;
      await page.keyboard.press("Home");
      await settled(page);
      const [first, last] = (await page.textContent("#told")).match(/\d+/g).map(Number);
      assert.ok(first === 0 && last > 0, id);
      await page.keyboard.press("ArrowRight");
      await settled(page);
      assert.match(await page.textContent("#told"), new RegExp(`^step 1 of ${last}$`), id);
    }
    if (await page.isVisible("#setting")) {
      moved.sliders++;
      const was = Number(await page.inputValue("#setting"));
      const picture = () => page.$$eval(".picture svg", (all) => all.map((one) => one.innerHTML).join());
      const drawn = await picture();
      await page.focus("#setting");
      await page.keyboard.press("PageUp");
      await settled(page);
      assert.ok(Number(await page.inputValue("#setting")) > was && (await picture()) !== drawn, `${id}: keys do not move the slider`);
    }
    assert.deepEqual(await axe(page), [], id);
    await page.click("#theme");
    await settled(page);
    // Only the colours are others.
    assert.deepEqual(await axe(page, { runOnly: ["color-contrast"] }), [], `${id}, dark`);
    await page.click("#theme");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0, `${id}: something moves by itself`);
  }
  assert.ok(moved.steps >= 18 && moved.sliders >= 5, JSON.stringify(moved));
  assert.deepEqual(page.errors, []);
  await page.done();
});

/** The box of what is drawn anew now and then. A node that is replaced while it is measured has none. */
async function boxOf(locator) {
  for (let tries = 0; tries < 40; tries++) {
    const box = await locator.boundingBox();
    if (box) return box;
    await locator.page().waitForTimeout(25);
  }
  throw new Error("it is not shown");
}

test("every scene on a phone: it fits, axe finds nothing in the dark, and a finger moves B or the slider", async () => {
  const page = await browser.open("point-segment", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  for (const scene of scenes) {
    const { id } = scene;
    await show(page, id);
    await isShown(page, scene);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${id} is wider than the screen`);
    assert.deepEqual(await axe(page), [], id);
    if (await page.isVisible("#setting")) {
      const slider = page.locator("#setting");
      await slider.scrollIntoViewIfNeeded();
      const [was, box] = [await slider.inputValue(), await slider.boundingBox()];
      await page.touchscreen.tap(box.x + box.width * 0.6, box.y + box.height / 2);
      await settled(page);
      assert.notEqual(await slider.inputValue(), was, `${id}: a finger does not move the slider`);
    }
    const before = await told(page);
    const name = SPACE.includes(id) ? page.locator(".picture").first().locator(".label.of-b") : page.locator(".body.of-b").first().locator("path.core, circle.core").first();
    await page.evaluate(() => scrollTo(0, 0));
    const box = await boxOf(name);
    await swipe(page, [box.x + box.width / 2, box.y + box.height / 2], [-26, -22]);
    assert.notEqual(await told(page), before, `${id}: a finger does not move B`);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("every scene without the network, once the page has fetched what its kind needs", async () => {
  const page = await browser.fresh("point-segment");
  await page.waitForTimeout(1500);
  for (const id of ["sweep", "thin-wall", "ray", "robot", "two-boxes"]) await show(page, id);
  await page.context().setOffline(true);
  for (const scene of scenes) {
    await show(page, scene.id);
    await isShown(page, scene);
  }
  assert.deepEqual(page.errors, []);
  await page.done();
});

test("every scene in a frame of another origin without storage: the pictures fit, and the answers are those of the page", async () => {
  const page = await browser.open("point-segment");
  const other = await browser.open("point-segment");
  await other.evaluate(() => {
    const frame = Object.assign(document.createElement("iframe"), { src: `${location.origin}/?embed`, width: 720, height: 480, id: "guest" });
    frame.sandbox = "allow-scripts";
    document.body.replaceChildren(frame);
  });
  const guest = await (await other.waitForSelector("#guest")).contentFrame();
  await guest.waitForSelector("html[data-ready]");
  assert.throws(await guest.evaluate(() => { try { return String(localStorage.length); } catch ({ name }) { return name; } }).then((name) => () => { throw new Error(name); }), /SecurityError/);
  for (const scene of scenes) {
    for (const one of [page, guest]) await show(one, scene.id);
    await isShown(guest, scene);
    assert.equal(await told(guest), await told(page), scene.id);
    const fits = await guest.evaluate(() => ({ mode: document.documentElement.dataset.mode, tall: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth, inside: [...document.querySelectorAll(".picture")].every((one) => one.getBoundingClientRect().bottom <= innerHeight) }));
    assert.deepEqual({ ...fits, tall: fits.tall <= 480, wide: fits.wide <= 720 }, { mode: "embed", tall: true, wide: true, inside: true }, `${scene.id}: ${JSON.stringify(fits)}`);
  }
  assert.deepEqual([...page.errors, ...other.errors], []);
  await page.done();
  await other.done();
});

for (const [reducedMotion, most] of [["reduce", 4], ["no-preference", Infinity]]) {
  test(`Play with ${reducedMotion}: ${most === 4 ? "a slider jumps, and steps are one a second" : "a slider glides"}, in every scene that has one`, async () => {
    const page = await browser.fresh("point-segment", { reducedMotion }, (page) => page.clock.install());
    let played = 0;
    for (const { id } of scenes.filter(({ id }) => !SPACE.includes(id))) {
      await page.evaluate((id) => (location.hash = id), id);
      await page.clock.runFor(300);
      await page.waitForFunction((id) => document.querySelector(`[data-scene="${id}"]`).getAttribute("aria-current") === "true", id);
      await page.clock.runFor(300);
      for (const [button, slider, glides] of [["#turn", "#setting", true], ["#play", "#step", false]]) {
        // Steps are the same in both.
        if ((!glides && most === Infinity) || !(await page.isVisible(button)) || !(await page.isVisible(slider))) continue;
        played++;
        await page.$eval(slider, (one) => {
          one.value = 0;
          one.dispatchEvent(new Event("input"));
        });
        await page.clock.runFor(50);
        await page.click(button);
        const seen = [];
        for (let part = 0; part < 8; part++) {
          await page.clock.runFor(250);
          seen.push(await page.inputValue(slider));
        }
        const values = new Set(seen).size;
        assert.ok(values >= 2, `${id}: ${button} does not move ${slider}: ${seen}`);
        if (glides && most === Infinity) assert.ok(values > 6, `${id}: ${seen}`);
        else assert.ok(values <= most, `${id}: ${seen}`);
        if (await page.$eval(button, (one) => one.ariaPressed === "true")) await page.click(button);
      }
    }
    assert.ok(played >= (most === Infinity ? 4 : 15), `${played}`);
    assert.deepEqual(page.errors, []);
    await page.done();
  });
}

/** So many times slower than the machine that the limits were set on. */
const SLOW = 6;

/** The work of a draw on the slower processor, in milliseconds: the least of a few, as often as the noise demands. */
async function work(page, limit, tries = 12) {
  let least = Infinity;
  for (let press = 0; press < tries && !(least < limit); press++) {
    await page.keyboard.press(press % 2 ? "ArrowLeft" : "ArrowRight");
    await settled(page);
    const frame = Number(await page.evaluate(() => document.documentElement.dataset.frame));
    least = Math.min(least, frame / (await slowness(page, SLOW)));
  }
  return least;
}

test("at six times slower processors the first picture of the plane comes within 1.5 s, a draw of every scene of the plane takes 30 ms, and 60 ms with 500 vertices", async () => {
  const throttled = async (page) => (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  // The best of three, since the machine may be doing something else.
  let ready = Infinity;
  for (let load = 0; load < 3 && !(ready < 1500); load++) {
    const page = await browser.fresh("polygon-polygon", {}, throttled);
    ready = Math.min(ready, Number(await page.evaluate(() => document.documentElement.dataset.ready)) / (await slowness(page, SLOW)));
    await page.done();
  }
  const page = await browser.fresh("polygon-polygon", {}, throttled);
  const slow = [];
  let slowest = ["", 0];
  for (const { id } of scenes.filter(({ id }) => !SPACE.includes(id))) {
    await show(page, id);
    await page.locator(second(id)).first().focus();
    const time = await work(page, 30);
    if (time > slowest[1]) slowest = [id, time];
    if (!(time < 30)) slow.push([id, time]);
  }
  const round = (x) => ({ points: Array.from({ length: 500 }, (_, place) => [Math.cos((2 * Math.PI * place) / 500), 0.7 * Math.sin((2 * Math.PI * place) / 500)]), pose: { translation: [x, 0.4], rotation: [0.8, 0.6] } });
  assert.equal(await paste(page, JSON.stringify({ a: round(0), b: round(3) })), "");
  await page.locator(".body.of-b").focus();
  const large = await work(page, 60);
  console.log(`six times slower: first picture ${ready.toFixed(0)} ms, a draw at most ${slowest[1].toFixed(1)} ms (${slowest[0]}), with 500 vertices ${large.toFixed(1)} ms`);
  assert.ok(ready < 1500, `${ready} ms`);
  assert.deepEqual(slow, []);
  assert.ok(large < 60, `${large} ms`);
  await page.done();
});
