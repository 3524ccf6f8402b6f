// A static server for the built page, for the local machine only: `node serve.mjs [FOLDER] [PORT]`, or from the tests.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Serves a folder; resolves to the address and a way to stop. Port 0 is any free one. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    // A frame without an origin of its own may load the page, too. The names of what was built hold a hash of it.
    const lasts = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": lasts, "access-control-allow-origin": "*" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = "dist", port = "0"] = process.argv.slice(2);
  const { address } = await serve(folder, Number(port));
  console.log(`The page is at ${address} until you press Ctrl C.`);
}
