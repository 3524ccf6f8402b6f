// Light or dark, and the small voice at the foot of the page.

import { find } from "./dom.ts";

/** Follows the system until the person chooses. */
export function theme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = (name: string) => (document.documentElement.dataset.theme = name);
  const chosen = kept();
  set(chosen ?? (dark.matches ? "dark" : "light"));
  if (!chosen) dark.addEventListener("change", () => set(dark.matches ? "dark" : "light"));
  find("#theme").addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep(next);
    set(next);
    window.dispatchEvent(new Event("themechange"));
  });
}

/** What the person chose before, where the browser keeps such things: not in every frame of another page. */
function kept(): string | null {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem("theme", name);
  } catch {
    // The choice lasts as long as the page.
  }
}

let hiding: number | undefined;

/** Says a sentence for as long as it takes to read, to the eye and to a screen reader. */
export function say(sentence: string): void {
  const place = find("#said");
  place.textContent = sentence;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = window.setTimeout(() => place.classList.remove("shown"), Math.max(3500, 70 * sentence.length));
}
