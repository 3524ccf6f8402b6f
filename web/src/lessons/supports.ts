// A direction sweeps round: the support points of A, of −B and of the sum of both.

import { find, html, svg } from "../dom.ts";
import type { Point } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard } from "../panel.ts";
import { Frame, type Pair as At } from "../plane/frame.ts";
import { arrow, arrowLabel, called, cross, dot, label, line as segment, wall } from "../plane/marks.ts";
import type { State } from "../scene.ts";
import { cornerName, type Names, vector } from "../words.ts";
import { type Beside, card, cornerAt, directionAt, LessonStage, type Solved } from "./base.ts";
import { centre } from "./sweep.ts";

export class SupportsStage extends LessonStage {
  private readonly frame = new Frame("The space of differences", () => this.root.isConnected && this.draw());
  protected readonly setting = "Turn of the direction d";

  protected beside(): [Beside, string] {
    return [this.frame, "A, −B and their sum"];
  }

  protected override letters(): Letter[] {
    return [["d", "d", "the direction"], ["sa", "s of A", "farthest along d"], ["sb", "s of −B", "farthest along d"], ["s", "s of A − B", "the sum of both"], ["A", "A", ""], ["mB", "−B", ""], ["S", "A − B", ""]];
  }

  protected override extent({ drawing }: Solved): At[] {
    const mirrored = drawing.b.core.map(({ point: [x, y] }) => [-x, -y] as At);
    return [[0, 0], ...mirrored, ...drawing.a.core.map(({ point }) => point), ...drawing.difference.core.map(({ point }) => point)];
  }

  protected paint({ drawing, answer, pair }: Solved, state: State, names: Names): void {
    const { frame } = this;
    const d = directionAt(this.at(state));
    const [support] = pair.supports([d]);
    const [a, b] = [cornerAt(drawing.a, support!.corners[0]), cornerAt(drawing.b, support!.corners[1])];
    const back: At = [-b[0], -b[1]];
    const sum: At = [a[0] - b[0], a[1] - b[1]];
    const [nameA, nameB] = [cornerName(names, 0, support!.corners[0]), cornerName(names, 1, support!.corners[1])];
    const left = this.shapes.frame;
    const against: At = [-d[0], -d[1]];
    left.front.replaceChildren(
      wall(left, a, d, "support"),
      called("sa", dot(left, a, "fresh", 8)),
      called("d", arrow(left, a, d, 46)),
      called("d", arrowLabel(left, a, d, 46, "d")),
      called("sb", dot(left, b, "fresh", 8)),
      called("d", arrow(left, b, against, 46)),
      called("d", arrowLabel(left, b, against, 46, "−d")),
    );
    frame.drawGrid();
    const isAtEdge = frame.px(sum)[0] > frame.pane(0)[1]![0] - 70;
    const mirrored = drawing.b.core.map(({ point: [x, y] }) => [-x, -y]);
    frame.back.replaceChildren(
      called("A", svg("path", { class: "still of-a faint", d: frame.path(drawing.a.core.map(({ point }) => point)) })),
      called("mB", svg("path", { class: "still of-b faint", d: frame.path(mirrored) })),
      called("S", svg("path", { class: "swept", d: frame.path(drawing.difference.core.map(({ point }) => point)) })),
      ...edges(frame, drawing.difference.core),
    );
    frame.front.replaceChildren(
      called("A", label(frame, centre(drawing.a.core.map(({ point }) => point)), "A", "of-a-text", [0, 5])),
      called("mB", label(frame, centre(mirrored), "−B", "of-b-text", [0, 5])),
      called("S", label(frame, centre(drawing.difference.core.map(({ point }) => point)), "A − B", "gap-text", [0, 5])),
      wall(frame, sum, d, "support"),
      // The sum as two ways, one after the other.
      called("sa", segment(frame, [0, 0], a, "way-of-a")),
      called("sb", segment(frame, a, sum, "way-of-b")),
      called("sb", segment(frame, [0, 0], back, "way-of-b thin")),
      called("sa", dot(frame, a, "fresh", 6)),
      called("sa", label(frame, a, nameA, "of-a-text", [10, 14])),
      called("sb", dot(frame, back, "fresh", 6)),
      called("sb", label(frame, back, `−${nameB}`, "of-b-text", [10, 14])),
      called("s", dot(frame, sum, "fresh", 8.5)),
      called("s", label(frame, sum, `${nameA} − ${nameB}`, "fresh-text", [d[0] < 0 || isAtEdge ? -14 : 14, d[0] < 0 ? -14 : 22])),
      called("d", arrow(frame, sum, d, 46)),
      called("d", arrowLabel(frame, sum, d, 46, "d")),
      called("O", cross(frame, [0, 0])),
      called("O", label(frame, [0, 0], "O", "", [-11, 17])),
    );
    this.slider.setAttribute("aria-valuetext", `${Math.round(this.at(state) * 360)} degrees`);
    const named = (key: string, text: string) => html("b", { "data-name": key }, text);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          "Three support points",
          html("p", {}, "Along ", named("d", `d = ${vector(d.map((value) => Number(value.toFixed(3))))}`), " the farthest point of A is ", named("sa", nameA), ". The farthest point of −B is ", named("sb", `−${nameB}`), `: that is the point ${nameB} of B, farthest along −d.`),
          html("p", {}, "Their sum ", named("s", `${nameA} − ${nameB} = ${vector(sum.map((value) => Number(value.toPrecision(4))))}`), " is the farthest point of A − B: nothing of it lies beyond the dashed line."),
        ),
        card("The edges of A − B", html("p", {}, "As d turns, one of the two points stays and the other one goes on to the next corner. So each edge of A − B is an edge of A (blue) or an edge of −B (orange), in the order of their directions."), html("p", { id: "edge-count" }, `${drawing.a.core.length} edges of A and ${drawing.b.core.length} of −B give ${drawing.difference.core.length} of A − B${drawing.difference.core.length < drawing.a.core.length + drawing.b.core.length ? ": parallel ones join." : "."}`)),
        answerCard(answer, null, names),
      ),
    );
  }
}

/** The edges of the difference in the colour of the shape that each comes from. */
function edges(frame: Frame, core: { point: Point; vertex: number | null; other: number | null }[]): SVGElement[] {
  return core.map((corner, place) => {
    const next = core[(place + 1) % core.length]!;
    const kind = corner.other === next.other ? "edge-of-a" : corner.vertex === next.vertex ? "edge-of-b" : "edge-of-both";
    return called(kind === "edge-of-a" ? "A" : kind === "edge-of-b" ? "mB" : "S", segment(frame, corner.point, next.point, kind));
  });
}
