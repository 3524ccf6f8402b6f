// One browser and one server for all tests, and the steps that every test takes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  return {
    /** A page of the built folder, loaded; errors on it fail the test that reads them. */
    async open(hash = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 960 }, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      page.errors = [];
      page.on("pageerror", (error) => page.errors.push(error.message));
      page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
      page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || page.errors.push(`asked ${request.url()}`));
      await page.goto(`${address}#${hash}`);
      await page.waitForSelector("html[data-ready]");
      return page;
    },
    async close() {
      await browser.close();
      stop();
    },
  };
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
  // What was pressed last is drawn in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shown = await answer(page);
  const told = command(await line(page));
  const numbers = (text) => text.split(", ").map(Number);
  assert.equal(shown.status, told.status);
  for (const key of ["distance", "iterations"]) assert.equal(Number(shown[key]), told[key], key);
  for (const key of ["point_a", "point_b", "normal"]) assert.deepEqual(numbers(shown[key]), told[key], key);
  // The command rounds the printed bounds outward, so that the decimals themselves bracket.
  assert.ok(told.lower <= Number(shown.lower) && Number(shown.upper) <= told.upper);
}
