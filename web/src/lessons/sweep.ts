// The difference, swept out: −B slides round A, and covers A − B on its way.

import { svg } from "../dom.ts";
import type { Drawing, Point } from "../engine.ts";
import { find, html } from "../dom.ts";
import type { Letter } from "../light.ts";
import { answerCard, sentence } from "../panel.ts";
import { Frame, type Pair as At } from "../plane/frame.ts";
import { called, cross, dot, label, line as segment } from "../plane/marks.ts";
import type { State } from "../scene.ts";
import { cornerName, type Names, number, vector } from "../words.ts";
import { type Beside, card, hullOf, LessonStage, type Solved } from "./base.ts";

export class SweepStage extends LessonStage {
  private readonly frame = new Frame("The space of differences", () => this.root.isConnected && this.draw());
  protected readonly setting = "How far −B has slid round A";

  protected beside(): [Beside, string] {
    return [this.frame, "−B slides round A"];
  }

  protected override letters(): Letter[] {
    return [["A", "A", "the first shape"], ["mB", "−B", "the second, turned about O"], ["a", "a", "where O of −B is"], ["S", "A − B", "what is swept"], ["O", "O", "the origin"], ["P", "P", "nearest to O"]];
  }

  protected override extent({ drawing }: Solved): At[] {
    return [[0, 0], ...drawing.difference.core.map(({ point }) => point), ...drawing.a.core.map(({ point }) => point)];
  }

  protected paint({ drawing, answer }: Solved, state: State, names: Names): void {
    const { frame } = this;
    const at = this.at(state);
    const { a, edge, part, corners, mirrored } = slide(drawing, at);
    const done = at >= 1;
    this.shapes.frame.front.replaceChildren(called("a", dot(this.shapes.frame, a, "fresh", 8)), label(this.shapes.frame, a, "a", "fresh-text", [12, -10]));
    frame.drawGrid();
    const placed = (by: Point) => mirrored.map(([x, y]) => [x! + by[0]!, y! + by[1]!]);
    const strips = Array.from({ length: edge + (part > 0 ? 1 : 0) }, (_, place) => {
      const from = corners[place % corners.length]!;
      const to = place < edge ? corners[(place + 1) % corners.length]! : a;
      return frame.path(hullOf([...placed(from), ...placed(to)]));
    });
    const sum = done ? frame.path(drawing.difference.core.map(({ point }) => point)) : strips.join("");
    frame.back.replaceChildren(
      called("S", svg("path", { class: "swept", d: sum })),
      called("A", svg("path", { class: "still of-a faint", d: frame.path(corners) })),
      called("mB", svg("path", { class: "still of-b faint", d: frame.path(mirrored) })),
    );
    const nearest = answer.point_a.map((value, axis) => value - answer.point_b[axis]!);
    const showsNearest = done && answer.distance > 0;
    const middle = centre(placed(a));
    frame.front.replaceChildren(
      ...(done ? [called("S", svg("path", { class: "swept-outline", d: sum }))] : []),
      called("mB", svg("path", { class: "still of-b", d: frame.path(placed(a)) })),
      called("mB", label(frame, middle, "−B + a", "of-b-text", [0, 5])),
      called("A", label(frame, centre(corners), "A", "of-a-text", [0, 5])),
      // Where it has not slid far the one name is enough.
      ...(frame.length(Math.hypot(...a)) > 60 ? [called("mB", label(frame, centre(mirrored), "−B", "of-b-text", [0, 5]))] : []),
      called("a", dot(frame, a, "fresh", 7)),
      called("a", label(frame, a, "a", "fresh-text", [10, -9])),
      ...(done ? [called("S", label(frame, centre(drawing.difference.core.map(({ point }) => point)), "A − B", "gap-text", [0, 24]))] : []),
      ...(showsNearest ? [called("P", segment(frame, [0, 0], nearest, "gap")), called("P", dot(frame, nearest, "witness")), called("P", label(frame, nearest, "P", "gap-text", [10, 14]))] : []),
      called("O", cross(frame, [0, 0])),
      called("O", label(frame, [0, 0], "O", "", [-11, 17])),
    );
    this.slider.setAttribute("aria-valuetext", done ? "all the way round" : `${Math.round(at * 100)} hundredths of the way round`);
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(done ? "A − B is swept out" : "−B on its way", ...this.words(names, { a, edge, part, corners: drawing.a.core.map(({ vertex }) => vertex ?? 0) }, done, answer.distance).map(sentence)),
        card(
          "The differences of this place",
          html("p", {}, `Here a = ${vector(a.map((value) => Number(value.toPrecision(4))))}. The shape −B + a has one corner for each corner of B:`),
          html("dl", {}, ...drawing.b.core.flatMap(({ point, vertex }) => [html("dt", {}, `a − ${cornerName(names, 1, vertex ?? 0)}`), html("dd", {}, vector([0, 1].map((axis) => Number((a[axis]! - point[axis]!).toPrecision(4)))))])),
        ),
        answerCard(answer, null, names),
      ),
    );
  }

  private words(names: Names, { edge, part, corners }: { a: Point; edge: number; part: number; corners: number[] }, done: boolean, distance: number): string[] {
    const corner = (place: number) => cornerName(names, 0, corners[place % corners.length]!);
    if (done) {
      return [
        "{mB|−B} has been at every point {a|a} of the boundary of {A|A}, and the points inside A fill what is left in the middle. What it covered is {S|A − B}: all differences a − b.",
        distance > 0 ? `{O|O} is outside. The point of {S|A − B} nearest to O is {P|P}, and it is ${number(distance)} away. So {A|A} and {B|B} are ${number(distance)} apart.` : "{O|O} is covered: some difference a − b is zero, so {A|A} and {B|B} have a common point.",
      ];
    }
    const where = part === 0 ? `at the corner ${corner(edge)} of A` : `between the corners ${corner(edge)} and ${corner(edge + 1)} of A`;
    return [`{mB|−B} stands with its own O on a point {a|a} of {A|A}, ${where}. It covers the differences a − b of this one a and of every b in B.`, "Slide it on: what it has covered is a part of {S|A − B}."];
  }
}

interface Place {
  a: At;
  /** The edge of A that it is on, and the part of it that it has gone. */
  edge: number;
  part: number;
  corners: Point[];
  /** The corners of −B. */
  mirrored: Point[];
}

/** Where −B is when it has gone a part of the way round A. */
function slide({ a, b }: Drawing, at: number): Place {
  const corners = a.core.map(({ point }) => point);
  const way = Math.min(at, 1) * corners.length;
  const edge = Math.min(Math.floor(way), corners.length);
  const part = way - edge;
  const [from, to] = [corners[edge % corners.length]!, corners[(edge + 1) % corners.length]!];
  return { a: [0, 1].map((axis) => from[axis]! + part * (to[axis]! - from[axis]!)) as At, edge, part, corners, mirrored: b.core.map(({ point: [x, y] }) => [-x, -y]) };
}

export function centre(points: Point[]): At {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / points.length, 0)) as At;
}
