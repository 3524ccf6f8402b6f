// For teachers: a link with a title, a text and the camera of one's own; the words to embed it; large type for a class.

import { find, html } from "./dom.ts";
import { MOST_TEXT, MOST_TITLE } from "./scene.ts";
import type { Store } from "./store.ts";
import { say } from "./theme.ts";

/** How the page is shown: whole, with large type before a class, or in a frame of another page. */
export type Mode = "whole" | "present" | "embed";

/** The mode that the address asks for. */
export function mode(): Mode {
  const words = new URLSearchParams(location.search);
  return words.has("embed") ? "embed" : words.has("present") ? "present" : "whole";
}

/** Shows the page in a mode; the address keeps it. */
function show(next: Mode): void {
  document.documentElement.dataset.mode = next;
  const address = new URL(location.href);
  address.search = next === "whole" ? "" : `?${next}`;
  history.replaceState(null, "", address);
}

/** The buttons, the key F, and the mode that the address asks for. `address`: the link to the state with its camera. */
export function teaching(store: Store, address: () => Promise<string>): void {
  document.documentElement.dataset.mode = mode();
  find("#teach").addEventListener("click", () => dialog(store, address));
  const leave = html("button", { type: "button", id: "leave", class: "leave", click: () => show("whole") }, "Leave large type (Esc)");
  const whole = html("a", { id: "whole", class: "leave", target: "_blank", rel: "noopener", href: "#" }, "Open the whole page");
  // The scene may have changed since the frame was loaded.
  whole.addEventListener("pointerdown", () => void address().then((text) => (whole.href = text)));
  whole.addEventListener("focus", () => void address().then((text) => (whole.href = text)));
  find("#main").append(leave, whole);
  find("#present").addEventListener("click", () => show("present"));
  window.addEventListener("keydown", (event) => {
    const isField = (event.target as Element).matches("input, textarea, select");
    if (event.defaultPrevented || isField || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "f" && mode() !== "embed") show(mode() === "present" ? "whole" : "present");
    if (event.key === "Escape" && mode() === "present") show("whole");
  });
}

function dialog(store: Store, address: () => Promise<string>): void {
  const title = html("input", { type: "text", id: "own-title", maxlength: MOST_TITLE, value: store.state.title ?? "" });
  const text = html("textarea", { id: "own-text", maxlength: MOST_TEXT, rows: 5 });
  text.value = store.state.text ?? "";
  const kinds: [Mode, string][] = [["whole", "the whole page"], ["present", "large type, for a class"], ["embed", "pictures alone, for a frame"]];
  const kind = html("select", { id: "link-kind" }, ...kinds.map(([value, words]) => html("option", { value }, words)));
  const link = html("textarea", { id: "own-link", readonly: true, rows: 3, "aria-label": "The link" });
  const frame = html("textarea", { id: "own-frame", readonly: true, rows: 3, "aria-label": "The words for a frame of another page" });
  const update = async () => {
    store.annotate(title.value.trim(), text.value.trim());
    const whole = new URL(await address());
    whole.search = kind.value === "whole" ? "" : `?${kind.value}`;
    link.value = whole.href;
    whole.search = "?embed";
    frame.value = `<iframe src="${whole.href}" width="720" height="480" style="border:0" title="${(title.value || "clearance").replace(/[&<>"]/g, "")}"></iframe>`;
  };
  for (const field of [title, text, kind]) field.addEventListener("input", () => void update());
  const copy = (field: HTMLTextAreaElement, what: string) =>
    html("button", { type: "button", click: () => void navigator.clipboard.writeText(field.value).then(() => say(`${what} in the clipboard.`), () => field.select()) }, "Copy");
  const box = html(
    "dialog",
    { "aria-label": "A link for a class", class: "teach" },
    html("h2", {}, "A link for a class"),
    html("p", {}, "It holds the shapes, the step, where the pictures look, and your own title and text. Formulas stand between dollar signs, an empty line begins a paragraph."),
    html("label", {}, "Title", title),
    html("label", {}, "Text", text),
    html("label", {}, "Shows", kind),
    html("div", { class: "bar" }, link, copy(link, "The link is")),
    html("p", {}, "For a frame of another page:"),
    html("div", { class: "bar" }, frame, copy(frame, "The words are")),
    html("div", { class: "bar" }, html("button", { type: "button", click: () => box.close() }, "Close")),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  void update();
}
