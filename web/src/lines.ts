// Several lines of the pairs file that were pasted at once: a list to go through.

import { find, html } from "./dom.ts";
import { fromLine, type State } from "./scene.ts";
import type { Store } from "./store.ts";

interface Entry {
  number: number;
  state: State | null;
  /** Its name, or what is wrong with it. */
  words: string;
}

/** Shows the first good line of many, with a list of all. Throws if none is one. */
export function openLines(store: Store, text: string): void {
  const lines = text.split("\n").map((line, place) => [place + 1, line.trim()] as const);
  const entries = lines.filter(([, line]) => line !== "").map(([number, line]) => entry(number, line));
  const first = entries.findIndex(({ state }) => state);
  if (first < 0) throw new Error(`Line ${entries[0]?.number ?? 1}: ${entries[0]?.words ?? "nothing was pasted"}`);
  const list = html("select", { id: "line-list", "aria-label": "The pasted lines" }, ...entries.map(({ number, state, words }, place) => html("option", { value: place, disabled: !state }, `${number}: ${words}`)));
  const go = (place: number) => {
    const found = entries[place]?.state;
    if (!found) return;
    list.value = String(place);
    store.open(found);
  };
  const by = (way: 1 | -1) => () => {
    let place = Number(list.value) + way;
    while (entries[place] && !entries[place]!.state) place += way;
    go(place);
  };
  list.addEventListener("change", () => go(Number(list.value)));
  const bad = entries.filter(({ state }) => !state).length;
  const told = `${entries.length} lines${bad ? `, ${bad} of them with a fault` : ""}`;
  const bar = html(
    "div",
    { class: "bar line-bar", id: "lines", role: "group", "aria-label": "The pasted lines" },
    html("button", { type: "button", id: "line-back", "aria-label": "The line before", click: by(-1) }, "◀"),
    list,
    html("button", { type: "button", id: "line-next", "aria-label": "The next line", click: by(1) }, "▶"),
    html("span", { class: "note" }, told),
    html("button", { type: "button", click: () => bar.remove() }, "Put the list away"),
  );
  document.querySelector("#lines")?.remove();
  find("#main").before(bar);
  go(first);
}

function entry(number: number, line: string): Entry {
  try {
    const state = fromLine(line);
    return { number, state, words: typeof state.id === "string" || typeof state.id === "number" ? String(state.id) : `a pair of ${state.dim === 2 ? "the plane" : "space"}` };
  } catch (error) {
    return { number, state: null, words: error instanceof Error ? error.message : String(error) };
  }
}
