// Takes the pictures of the documentation, docs/pictures/page-*.png, from the built page.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { drop, start, web } from "./browser.mjs";
import { obj, torus } from "./meshes.mjs";

const folder = join(web, "../docs/pictures");

/** Two rings through each other. */
const ring = torus(72, 36, 0.3);
const RINGS = [["ring.obj", obj(ring)], ["hook.obj", obj(ring, ([x, y, z]) => [x + 1.1, -z, y + 0.1])]];

const PICTURES = [
  { name: "page-plane", scene: "polygon-polygon/2", viewport: { width: 1440, height: 930 }, deviceScaleFactor: 0.85 },
  { name: "page-lessons", scene: "sweep", setting: "0.55", viewport: { width: 1440, height: 930 }, deviceScaleFactor: 0.8 },
  { name: "page-space", scene: "through-each-other/6", viewport: { width: 1440, height: 930 }, deviceScaleFactor: 0.8, colorScheme: "dark" },
  { name: "page-meshes", scene: "two-boxes", files: RINGS, viewport: { width: 1440, height: 930 }, deviceScaleFactor: 0.8 },
  { name: "page-motion", scene: "thin-wall/9", viewport: { width: 1440, height: 1010 }, deviceScaleFactor: 0.8 },
  { name: "page-phone", scene: "point-triangle", viewport: { width: 390, height: 844 } },
];

mkdirSync(folder, { recursive: true });
const browser = await start();
for (const { name, scene, files, setting, ...options } of PICTURES) {
  const page = await browser.open(scene, options);
  if (files) {
    await drop(page, files);
    await page.waitForSelector("#meshes");
    await page.waitForFunction(() => !document.querySelector("#said").classList.contains("shown"));
  }
  if (setting) await page.fill("#setting", setting);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  console.log(`${path}: ${(statSync(path).size / 1000).toFixed(0)} kB`);
  await page.done();
}
await browser.close();
