// One browser and one server for all tests, and the steps that every test takes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Flags that keep Chromium from asking the network for anything. */
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Only WebGL needs a graphics card, which software stands in for; what else is drawn is faster without it.
  "--disable-gpu-rasterization",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

function executable() {
  const name = process.env.BROWSER ?? "chromium";
  return name.includes("/") ? name : execFileSync("which", [name], { encoding: "utf8" }).trim();
}

export async function start() {
  const { address, stop } = await serve(join(web, "dist"));
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
  /** Pages that wait for another test, by their options: a page that loads anew is there in a third of the time. */
  const idle = new Map();

  async function made(options) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 960 }, reducedMotion: "reduce", ...options });
    return context.newPage();
  }

  async function loaded(page, hash, done) {
    page.errors = [];
    page.done = done;
    page.on("pageerror", (error) => page.errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
    page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || page.errors.push(`asked ${request.url()}`));
    await page.goto(`${address}${hash.startsWith("?") ? hash : `#${hash}`}`);
    await page.waitForSelector("html[data-ready]");
    await atRest(page);
    return page;
  }

  return {
    /**
     * The built page at a hash, loaded anew, with nothing kept from before; errors on it fail the test that reads them.
     * `page.done()` leaves it to the next test. It may have been loaded before: what it fetched is in the cache.
     */
    async open(hash = "", options = {}) {
      const key = JSON.stringify(options);
      const waiting = idle.get(key) ?? [];
      idle.set(key, waiting);
      const page = waiting.pop() ?? (await made(options));
      return loaded(page, hash, async () => {
        for (const event of ["pageerror", "console", "request"]) page.removeAllListeners(event);
        await page.evaluate(() => localStorage.clear());
        await page.goto("about:blank");
        waiting.push(page);
      });
    },
    /** The same in a context of its own, for a test that counts what is fetched, or that changes what a page may do. */
    async fresh(hash = "", options = {}, prepare = async () => {}) {
      const page = await made(options);
      await prepare(page);
      return loaded(page, hash, () => page.context().close());
    },
    /** A page that does not become ready, for a test of what it then says. */
    async unready(prepare) {
      const page = await made({});
      await prepare(page);
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      stop();
    },
  };
}

/** Waits until the fonts are there and the first pictures stay where they are for five frames. */
function atRest(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const places = () => [...document.querySelectorAll(".picture, .picture *")].slice(0, 40).map((node) => Object.values(node.getBoundingClientRect().toJSON())).join();
    for (let still = 0, before = ""; still < 5; ) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = places();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  });
}

/** The answer on the page, by the keys of the command's output. */
export function answer(page) {
  return page.$$eval("[data-answer]", (nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.answer, node.textContent])));
}

/** The line of the pairs file that the page shows for its scene. */
export async function line(page) {
  await page.click("#line");
  const text = await page.inputValue("#line-text");
  await page.keyboard.press("Escape");
  return text;
}

/** What the command says of a line. */
export function command(text) {
  const folder = mkdtempSync(join(tmpdir(), "clearance-"));
  try {
    const file = join(folder, "pair.jsonl");
    writeFileSync(file, `${text}\n`);
    const { precision } = JSON.parse(text);
    const words = ["query", file, ...(precision ? ["--precision", precision] : [])];
    return JSON.parse(execFileSync(process.env.CLEARANCE, words, { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the page shows what the command says of its scene. */
export async function agrees(page) {
  await settled(page);
  const shown = await answer(page);
  const told = command(await line(page));
  const numbers = (text) => text.split(", ").map(Number);
  assert.equal(shown.status, told.status);
  for (const key of ["distance", "iterations"]) assert.equal(Number(shown[key]), told[key], key);
  for (const key of ["point_a", "point_b", "normal"]) assert.deepEqual(numbers(shown[key]), told[key], key);
  // The command rounds the printed bounds outward, so that the decimals themselves bracket.
  assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper);
}

/** Whether the page shows of a motion what the command says of its line. The command rounds printed bounds outward. */
export async function impactAgrees(page) {
  await settled(page);
  const [shown, text] = [await answer(page), await line(page)];
  const told = command(text);
  const numbers = (text) => text.split(", ").map(Number);
  assert.equal(shown.outcome, told.outcome);
  assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper, JSON.stringify([shown, told]));
  for (const key of ["fraction", "iterations"]) assert.equal(Number(shown[key]), told[key], key);
  for (const key of ["point_a", "point_b", "normal"]) assert.deepEqual(numbers(shown[key]), told.contact[key], key);
  return { shown, text };
}

/** What axe complains about, with the elements; nothing is right. */
export async function axe(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  const { violations } = await page.evaluate((options) => window.axe.run({ resultTypes: ["violations"], ...options }), options);
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]);
}

/** Makes the pictures tiny: software draws them in the tests, and that is no part of what is timed or compared. */
export function shrink(page) {
  return page.addStyleTag({ content: ".picture { height: 5rem !important; width: 8rem }" });
}

/** A finger that is put down at a place and moved. */
export async function swipe(page, [x, y], [dx, dy]) {
  page.fingers ??= await page.context().newCDPSession(page);
  const touch = (type, points) => page.fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (let part = 1; part <= 6; part++) await touch("touchMove", [{ x: x + (dx * part) / 6, y: y + (dy * part) / 6 }]);
  await touch("touchEnd", []);
  await settled(page);
}

/** Shows another scene, or step of one, on a page that is open: by its address, as a link does. */
export async function show(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  await page.waitForFunction((scene) => document.querySelector(`[data-scene="${scene}"]`).getAttribute("aria-current") === "true", hash.split("/")[0]);
  await settled(page);
}

/** Waits until what was done last is drawn. */
export function settled(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Pastes a line of the pairs file; the complaint, which is empty when the line was taken. */
export async function paste(page, text) {
  await page.click("#line");
  await page.fill("#line-text", text);
  await page.click("#line-open");
  // The dialog closes in its own time, or stays with a complaint.
  const told = () => {
    const place = document.querySelector("#line-complaint");
    return place === null ? { complaint: "" } : place.textContent ? { complaint: place.textContent } : null;
  };
  const { complaint } = await (await page.waitForFunction(told)).jsonValue();
  if (complaint) await page.keyboard.press("Escape");
  await settled(page);
  return complaint;
}

/** Drops files on the page, given by name and text. */
export async function drop(page, files) {
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    document.querySelector("#pictures").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

/** Waits for a sentence of the page that matches. */
export async function says(page, pattern) {
  await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#said").textContent), pattern.source, { timeout: 10000 });
}

/** What `slowness` works through takes this long on the machine that the limits of a draw were set on, in milliseconds. */
const YARDSTICK = 9;

/**
 * How many times slower the machine is now than the one that the limits of a draw were set on: a fixed piece of work, timed
 * in the page itself, as a draw is. Never less than 1, so that a fast machine gets no harder limits. `throttled`: how many
 * times slower the browser was asked to be.
 */
export async function slowness(page, throttled = 1) {
  const time = await page.evaluate(() => {
    const start = performance.now();
    const points = Array.from({ length: 20000 }, (_, place) => ({ x: Math.cos(place), y: Math.sin(place) }));
    points.sort((left, right) => left.x - right.x || left.y - right.y);
    const path = points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
    return path.length > 0 ? performance.now() - start : Infinity;
  });
  return Math.max(1, time / YARDSTICK / throttled);
}

/** The time of the last draw, in milliseconds of the machine that the limits were set on. */
export async function drawTime(page) {
  const frame = Number(await page.evaluate(() => document.documentElement.dataset.frame));
  return frame / (await slowness(page));
}
