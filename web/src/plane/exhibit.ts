// The exhibits beside the panel: the bad search direction by two formulas, and the barycentric coordinates of lessons.

import { html } from "../dom.ts";
import { barycentric, type Drawing, type Outline, type Point, type Solution, type Step } from "../engine.ts";
import { load, searchDirections } from "../rivals/module.ts";
import { cornerName, type Names, number, vector } from "../words.ts";

const FORMULAS = { barycentric: "−(u a + v b)", perpendicular: "e × (e × a)" };

/** The table for the edge that the step kept; nothing where it kept none. `again` draws when what it needs is there. */
export function directionExhibit(step: Step | undefined, again: () => void): HTMLElement | null {
  if (step?.simplex.length !== 2) return null;
  const [a, b] = step.simplex as [Step["simplex"][0], Step["simplex"][0]];
  const rows = searchDirections(a.point, b.point);
  if (!rows) {
    void load().then(again, () => undefined);
    return null;
  }
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

export const LETTERS = ["u", "v", "w"];

/** The corners of the first shape in the order of their indices, and the point that the second one is. */
function cornersOf(drawing: Drawing): { corners: Point[]; q: Point } | null {
  const byIndex = (outline: Outline) => [...outline.core].sort((left, right) => left.vertex! - right.vertex!).map(({ point }) => point);
  const [corners, [q]] = [byIndex(drawing.a), byIndex(drawing.b)];
  return q && (corners.length === 2 || corners.length === 3) ? { corners, q } : null;
}

/** The regions of the first shape: its corners, and the places of those whose region holds the second, by the solver's word. */
export interface Regions {
  corners: Point[];
  holding: number[];
  /** The second shape, a point, and its barycentric coordinates by all corners. */
  q: Point;
  values: number[];
}

export function regionsOf(drawing: Drawing, { steps, answer }: Solution): Regions | null {
  const found = cornersOf(drawing);
  if (!found) return null;
  const last = steps.bounds.findLastIndex(({ phase }) => phase !== "penetration");
  const kept = new Set((steps.at(last)?.simplex ?? []).map(({ indices }) => indices?.[0] ?? 0));
  const inside = answer.status === "overlapping";
  const { values } = barycentric(found.corners, found.q)[0]!;
  return { ...found, values, holding: inside ? found.corners.map((_, place) => place) : [...kept].sort() };
}

/** The table of u, v and w, of the triangle and of its edges. */
export function coordinatesExhibit(drawing: Drawing, names: Names): HTMLElement | null {
  const found = cornersOf(drawing);
  if (!found) return null;
  const rows = barycentric(found.corners, found.q);
  const most = found.corners.length;
  return html(
    "div",
    { class: "card wide", id: "coordinates" },
    html("h3", {}, "The barycentric coordinates of Q"),
    html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Barycentric coordinates" },
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ...["With respect to", ...LETTERS.slice(0, most)].map((name, place) => html("th", { scope: "col", "data-name": place ? `coordinate-${name}` : null }, name)))),
        html(
          "tbody",
          {},
          ...rows.map(({ corners, values }) =>
            html(
              "tr",
              {},
              html("td", {}, corners.map((corner) => cornerName(names, 0, corner)).join("")),
              ...Array.from({ length: most }, (_, place) => {
                const value = values[place];
                if (value === undefined) return html("td", {}, "");
                return html("td", { class: value > 0 ? "" : "wrong", "data-coordinate": LETTERS[place] }, `${number(value)} of ${cornerName(names, 0, corners[place]!)}`);
              }),
            ),
          ),
        ),
      ),
    ),
    html("p", {}, "What is not positive is coloured. In the row of an edge it means that of this edge alone the other end is nearest to Q."),
  );
}
