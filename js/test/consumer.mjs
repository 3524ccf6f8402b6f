// A project of a user: an empty folder with the packed package in it, and the tools of the page beside.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const js = join(dirname(fileURLToPath(import.meta.url)), "..");
export const tools = join(js, "../web/node_modules");

/** The folder. `with_` names packages of the page that the project has, too. */
export function project(name, with_ = []) {
  const folder = mkdtempSync(join(tmpdir(), `clearance-${name}-`));
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: js, encoding: "utf8" }).trim().split("\n").pop();
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "clearance"), { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, packed), "--strip-components=1", "-C", join(modules, "clearance")]);
  for (const other of with_) {
    mkdirSync(dirname(join(modules, other)), { recursive: true });
    symlinkSync(join(tools, other), join(modules, other));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  return folder;
}

/** Copies a folder of this package into a project. */
export function put(folder, from) {
  cpSync(join(js, from), folder, { recursive: true });
}

export const files = (folder, ending) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending));
