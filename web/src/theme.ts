// Light or dark, and the small voice at the foot of the page.

import { find } from "./dom.ts";

/** Follows the system until the person chooses. */
export function theme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = (name: string) => (document.documentElement.dataset.theme = name);
  const chosen = localStorage.getItem("theme");
  set(chosen ?? (dark.matches ? "dark" : "light"));
  if (!chosen) dark.addEventListener("change", () => set(dark.matches ? "dark" : "light"));
  find("#theme").addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", next);
    set(next);
    window.dispatchEvent(new Event("themechange"));
  });
}

let hiding: number | undefined;

/** Says a sentence for a moment, to the eye and to a screen reader. */
export function say(sentence: string): void {
  const place = find("#said");
  place.textContent = sentence;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = window.setTimeout(() => place.classList.remove("shown"), 3500);
}
