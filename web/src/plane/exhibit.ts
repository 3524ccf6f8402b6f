// The exhibit of the bad search direction: two formulas side by side, and what each direction proves.

import { html } from "../dom.ts";
import { searchDirections, type Step } from "../engine.ts";
import { number, vector } from "../words.ts";

const FORMULAS = { barycentric: "−(u A + w B)", perpendicular: "e × (e × A)" };

/** The table for the edge that the step kept; nothing where it kept none. */
export function directionExhibit(step: Step | undefined): HTMLElement | null {
  if (step?.simplex.length !== 2) return null;
  const [a, b] = step.simplex as [Step["simplex"][0], Step["simplex"][0]];
  const rows = searchDirections(a.point, b.point);
  const best = Math.max(...rows.map((row) => row.proves));
  return html(
    "div",
    { class: "card wide", id: "exhibit" },
    html("h3", {}, "Two formulas for the search direction of this edge"),
    html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Two formulas" },
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ...["Formula", "Numbers", "Direction", "Tilt in radians", "Proves a distance of"].map((name) => html("th", { scope: "col" }, name)))),
        html(
          "tbody",
          {},
          ...rows.map((row) =>
            html(
              "tr",
              {},
              html("td", {}, FORMULAS[row.formula]),
              html("td", {}, row.numbers),
              html("td", {}, vector(row.direction)),
              html("td", {}, number(row.tilt)),
              html("td", { class: best - row.proves > 1e-3 * best ? "wrong" : "right" }, number(row.proves)),
            ),
          ),
        ),
      ),
    ),
    html("p", {}, "The solver uses the perpendicular and computes in double precision whatever the numbers of the shapes; where even that leaves a doubt, in exact ones."),
  );
}
