// One name lights everything that bears it: in the sentence, in the formula and in the picture.

import { html } from "./dom.ts";

const sheet = html("style");

/** Listens for the pointer, the finger and the focus on whatever has a name. */
export function lights(): void {
  document.head.append(sheet);
  const named = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>("[data-name]")?.dataset.name;
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => light(named(event)));
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, () => light(undefined));
}

/** Lights a name, or nothing. A rule of style lights what is drawn later, too. */
function light(name: string | undefined): void {
  const which = `[data-name="${CSS.escape(name ?? "")}"]`;
  document.documentElement.dataset.lit = name ?? "";
  sheet.textContent = name
    ? `svg ${which} path, svg path${which}, svg line${which} { stroke-width: 4.5px } svg circle${which} { stroke-width: 5px } svg text${which} { font-weight: 800 !important }
       .lesson ${which}, .key-names ${which}, .panel ${which} { background: color-mix(in srgb, currentColor 20%, transparent); border-radius: 3px }`
    : "";
}
