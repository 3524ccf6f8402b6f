// The dialogs: the line of the pairs file, the export of pictures, the keys.

import { find, html } from "./dom.ts";
import { openLines } from "./lines.ts";
import { fromLine, line, moves, surfaces } from "./scene.ts";
import type { Store } from "./store.ts";
import { say } from "./theme.ts";
import { download, type Picture } from "./export.ts";

export function dialogs(store: Store, pictures: () => Picture[]): void {
  find("#line").addEventListener("click", () => lineDialog(store));
  find("#export").addEventListener("click", () => exportDialog(pictures()));
  find("#keys").addEventListener("click", () => keysDialog());
  window.addEventListener("keydown", (event) => {
    if (event.key === "?" && !document.querySelector("dialog[open]")) keysDialog();
  });
}

function show(title: string, ...content: (Node | string | undefined | false)[]): HTMLDialogElement {
  const dialog = html("dialog", { "aria-label": title }, html("h2", {}, title), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function closing(text: string, act: () => unknown, id?: string): HTMLButtonElement {
  return html("button", { type: "button", id, click: (event: MouseEvent) => act() !== false && (event.target as Element).closest("dialog")!.close() }, text);
}

function lineDialog(store: Store): void {
  const field = html("textarea", { id: "line-text", spellcheck: "false", "aria-label": "A line of the pairs file" }, JSON.stringify(line(store.state)));
  const told = html("p", { class: "complaint", role: "status", id: "line-complaint" });
  const copy = async () => {
    await navigator.clipboard.writeText(field.value).then(
      () => say("The line is in the clipboard."),
      () => field.select(),
    );
  };
  const open = () => {
    try {
      if (field.value.trim().includes("\n") && !isOne(field.value)) {
        openLines(store, field.value);
        return true;
      }
      const state = fromLine(field.value);
      store.open(state);
      if (moves(field.value) && !state.motion) say("This shows the shapes where they start. The page moves B alone, and only hulls of points in the plane, in f64.");
      return true;
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
      return false;
    }
  };
  show(
    "This scene as a line of the pairs file",
    html("p", {}, "Save it in a file and ask the command: clearance query pairs.jsonl. Or paste a line here, a failing case say, and look at it. Several lines are a list to go through."),
    surfaces(store.state) && html("p", {}, "The meshes are too large for it: this line asks about their hulls. The words for the command under the answer ask about the surfaces."),
    field,
    told,
    html("div", { class: "bar" }, html("button", { type: "button", id: "line-copy", click: () => void copy() }, "Copy"), closing("Show this line", open, "line-open"), closing("Close", () => true)),
  );
}

/** Whether a text of several lines is one JSON value. */
function isOne(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TITLES: Record<string, string> = { shapes: "The shapes", difference: "The Minkowski difference", surfaces: "The surfaces", motion: "Every moment", samples: "The samples", clearance: "Clearance over time", ray: "The ray", intervals: "What the edges leave of it" };

function exportDialog(pictures: Picture[]): void {
  const rows = pictures.map(({ name, svg, png }) =>
    html(
      "div",
      { class: "bar" },
      html("span", {}, TITLES[name]),
      html("span", { class: "gap" }),
      svg && html("button", { type: "button", "data-export": `${name}.svg`, click: async () => download(`${name}.svg`, new Blob([await svg()], { type: "image/svg+xml" })) }, "SVG"),
      html("button", { type: "button", "data-export": `${name}.png`, click: async () => download(`${name}.png`, await png()) }, "PNG"),
    ),
  );
  show("Pictures for slides", html("p", {}, "As they are on the page now, on paper of the theme's colour."), ...rows, html("div", { class: "bar" }, closing("Close", () => true)));
}

const KEYS: [string[], string][] = [
  [["→", "n"], "one step forward"],
  [["←", "p"], "one step back"],
  [["Home", "End"], "to the beginning, to the end"],
  [["Space"], "play, pause"],
  [["Tab"], "to the next shape, button or picture"],
  [["↑ ↓ ← →"], "move the shape that has the focus; with Shift finely"],
  [["Q", "E"], "turn it; with Shift finely"],
  [["Page Up", "Page Down"], "in space: move it up, down"],
  [["W", "S", "Z", "X"], "in space: turn it about the other axes"],
  [["+", "−"], "round it more, less"],
  [["A", "B"], "make it A, make it B"],
  [["Delete"], "remove it"],
  [["Ctrl Z"], "undo"],
  [["Ctrl Y", "Ctrl Shift Z"], "redo"],
  [["C"], "in the plane: pick a corner of the shape that has the focus; arrows move it, Escape leaves it"],
  [["F"], "large type, for a class; again or Escape: back"],
  [["?"], "these keys"],
];

function keysDialog(): void {
  const rows = KEYS.flatMap(([keys, act]) => [html("dt", {}, ...keys.flatMap((key) => [html("kbd", {}, key), " "])), html("dd", {}, act)]);
  show("Keys", html("dl", {}, ...rows), html("div", { class: "bar" }, closing("Close", () => true)));
}
