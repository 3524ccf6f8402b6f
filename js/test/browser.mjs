// Chromium and a server of files, for tests that ask a page.

import { execFileSync } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { tools } from "./consumer.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/** The browser that `BROWSER` names. */
export function launched() {
  const { chromium } = createRequire(join(tools, "anything.js"))("playwright-core");
  const name = process.env.BROWSER ?? "chromium";
  return chromium.launch({ executablePath: name.includes("/") ? name : execFileSync("which", [name], { encoding: "utf8" }).trim(), args: FLAGS });
}

/** Serves a folder. `as` may change the header of a file, and `policy` is the page's content security policy. */
export function serve(folder, { as = {}, policy } = {}) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = join(folder, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html>none");
    const type = as[extname(name)] ?? TYPES[extname(name)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, ...(policy ? { "content-security-policy": policy } : {}) });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() })));
}

/** Asks the page of the tests, in a folder that is served in some way. */
export async function asked(browser, folder, options, question, ...words) {
  const { address, stop } = await serve(folder, options);
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await page.waitForFunction(() => window.probe !== undefined);
    return await page.evaluate(([question, words]) => window.probe[question](...words), [question, words]);
  } finally {
    await page.close();
    stop();
  }
}
