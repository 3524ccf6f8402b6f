// Hulls inside each other, level by level, and the few candidates that each level leaves.

import { find, html, svg } from "../dom.ts";
import type { Letter } from "../light.ts";
import { answerCard, sentence } from "../panel.ts";
import { arrow, arrowLabel, called, label, wall } from "../plane/marks.ts";
import type { Descent } from "../rivals/module.ts";
import type { State } from "../scene.ts";
import { cornerName, type Names } from "../words.ts";
import { type Beside, card, cornerAt, directionAt, LessonStage, type Solved, table } from "./base.ts";

export class LayersStage extends LessonStage {
  private readonly list: Beside = { root: html("div", { class: "picture listing" }), svg: svg("svg") };
  protected readonly setting = "Turn of the direction d";
  protected override readonly hasSteps = true;

  protected beside(): [Beside, string] {
    return [this.list, "What each level compares"];
  }

  override get pictures() {
    return super.pictures.slice(0, 1);
  }

  protected override letters(): Letter[] {
    return [["d", "d", "the direction"], ["level", "bold line", "the hull of this level"], ["compared", "pink rings", "the candidates"], ["best", "green", "the best so far"]];
  }

  protected paint({ drawing, answer, pair }: Solved, state: State, names: Names): void {
    const d = directionAt(this.at(state));
    const descent = pair.layers(d);
    const { levels } = descent;
    this.controls.update(levels.length);
    const { shown } = this.controls;
    const level = levels[shown - 1];
    const frame = this.shapes.frame;
    const at = (corner: number) => cornerAt(drawing.a, corner);
    frame.back.replaceChildren(...levels.slice(0, Math.max(0, shown - 1)).map((one) => svg("path", { class: "level", d: frame.path(one.corners.map(at)) })));
    const ring = (corner: number, name: string, key: string, r: number) => {
      const [cx, cy] = frame.px(at(corner));
      return svg("circle", { class: name, "data-name": key, cx, cy, r });
    };
    frame.front.replaceChildren(
      ...(level
        ? [
            svg("path", { class: "level now", "data-name": "level", d: frame.path(level.corners.map(at)) }),
            ...level.compared.map((corner) => ring(corner, "compared", "compared", 8)),
            wall(frame, at(level.best), d, "support"),
            ring(level.best, "fresh", "best", 6),
            called("best", label(frame, at(level.best), cornerName(names, 0, level.best), "fresh-text", d[0] > 0 ? [12, 22] : [12, -10])),
            called("d", arrow(frame, at(level.best), d, 46)),
            called("d", arrowLabel(frame, at(level.best), d, 46, "d")),
          ]
        : [called("d", arrow(frame, [0, 0], d, 60)), called("d", arrowLabel(frame, [0, 0], d, 60, "d"))]),
    );
    const compared = levels.reduce((sum, one) => sum + one.compared.length, 0);
    this.list.root.replaceChildren(
      table(
        "What each level compares",
        "levels",
        ["Level", "Corners", "Compared", "Best so far"],
        levels.map((one, place) => [String(levels.length - place), String(one.corners.length), place < shown ? one.compared.map((corner) => cornerName(names, 0, corner)).join(", ") || "none" : "", place < shown ? cornerName(names, 0, one.best) : ""]),
        levels.map((_, place) => (place === shown - 1 ? "row-current" : undefined)),
      ),
      html("p", { id: "compared" }, `${compared} of ${levels.at(-1)!.corners.length} corners are looked at.`),
    );
    this.slider.setAttribute("aria-valuetext", `${Math.round(this.at(state) * 360)} degrees`);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(level ? `Level ${levels.length - shown + 1}, ${level.corners.length} corners` : "Before the first level", ...words(descent, shown, names).map(sentence)),
        card("Few at each level", html("p", {}, `A scan looks at all ${levels.at(-1)!.corners.length} corners. The descent looks at ${compared}: those of the smallest hull, and then the neighbours that come back beside the best one.`)),
        answerCard(answer, null, names),
      ),
    );
  }
}

function words({ levels }: Descent, shown: number, names: Names): string[] {
  const level = levels[shown - 1];
  if (!level) return ["Each hull leaves out corners of which no two are neighbours, until a few are left. Step forward: the search for the farthest corner along {d|d} begins in the smallest hull."];
  const best = cornerName(names, 0, level.best);
  if (shown === 1) return [`In the smallest {level|hull} all ${level.compared.length || level.corners.length} {compared|corners are compared}. The farthest along {d|d} is {best|${best}}.`];
  const before = levels[shown - 2]!;
  const candidates = level.compared.map((corner) => cornerName(names, 0, corner)).join(" and ");
  const came = candidates ? `Beside ${cornerName(names, 0, before.best)} the corner {compared|${candidates}} ${level.compared.length > 1 ? "come" : "comes"} back. No other one can be the farthest.` : `No corner comes back beside ${cornerName(names, 0, before.best)}.`;
  const result = level.best === before.best ? `{best|${best}} stays the best.` : `{best|${best}} is the best now.`;
  return shown === levels.length ? [came.replace("the corner ", level.compared.length > 1 ? "the corners " : "the corner "), `${result} This is the whole {level|hull}, so {best|${best}} is its farthest corner along {d|d}.`] : [came.replace("the corner ", level.compared.length > 1 ? "the corners " : "the corner "), result];
}
