// A robot of two joints: the map of their angles, cell by cell, with the line that proves the cell where the robot is.

import { find, html, svg } from "../dom.ts";
import type { Point } from "../engine.ts";
import type { Letter } from "../light.ts";
import { answerCard } from "../panel.ts";
import type { Pair as At } from "../plane/frame.ts";
import { called, dot, label, line as segment } from "../plane/marks.ts";
import { Arm, type Cell, type Known } from "../robot/module.ts";
import { pose, type State, withPose } from "../scene.ts";
import { type Names, number } from "../words.ts";
import { type Beside, card, LessonStage, longLine, type Solved } from "./base.ts";

/** Where the robot stands. */
const SHOULDER: At = [0, 0];
const RANGES: [Point, Point] = [[-Math.PI, Math.PI], [-Math.PI, Math.PI]];
/** The most cells. */
const MOST = 700;
/** The map's width and height, and the room around it for the names of its axes. */
const SIZE = 360;
const ROOM = 30;

/** A robot whose links have not changed for so long rests, in milliseconds. */
const REST = 250;

const TOLD: Record<Known, string> = { apart: "apart, proven", meeting: "meeting, proven", open: "open", cut: "not decided as a whole, so it is cut" };

interface Mapped {
  arm: Arm;
  key: string;
}

export class RobotStage extends LessonStage {
  private readonly map = svg("svg", { viewBox: `0 0 ${SIZE + 2 * ROOM} ${SIZE + 2 * ROOM}`, class: "joint-map", role: "img" });
  private readonly side: Beside = { root: html("div", { class: "picture" }, this.map), svg: this.map };
  private readonly joints = ["Shoulder", "Elbow"].map((_, place) => html("input", { type: "range", min: -180, max: 180, step: 0.5, id: `joint-${place}` }));
  protected readonly setting = null;
  private mapped: Mapped | undefined;
  private resting = 0;
  private isResting = false;

  constructor(...given: ConstructorParameters<typeof LessonStage>) {
    super(...given);
    this.joints.forEach((slider, place) => {
      slider.addEventListener("pointerdown", () => this.store.remember());
      slider.addEventListener("input", () => {
        const angles = this.angles(this.store.state);
        this.turnTo(angles.map((angle, other) => (other === place ? (Number(slider.value) * Math.PI) / 180 : angle)));
      });
    });
    this.map.addEventListener("pointerdown", (event) => {
      const box = this.map.getBoundingClientRect();
      const scale = Math.min(box.width, box.height) / (SIZE + 2 * ROOM);
      const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2].map((way) => way / scale / SIZE);
      if (Math.max(Math.abs(x!), Math.abs(y!)) > 0.5) return;
      this.store.remember();
      this.turnTo([2 * Math.PI * x!, -2 * Math.PI * y!]);
    });
  }

  protected beside(): [Beside, string] {
    return [this.side, "All angles of the joints"];
  }

  protected override tools(): HTMLElement[] {
    return this.joints.map((slider, place) => html("label", { class: "setting wide-setting" }, place === 0 ? "Shoulder" : "Elbow", slider));
  }

  protected override letters(): Letter[] {
    return [["apart", "green", "cells where they are proven to be apart"], ["meeting", "red", "cells where they are proven to meet"], ["open", "grey", "cells that are open"], ["q", "q", "the angles now"], ["line", "line", "what proves the cell"]];
  }

  protected override leftExtent(solved: Solved): At[] {
    const reach = this.length(this.store.state);
    return [...super.leftExtent(solved), [-reach, -reach], [reach, reach]];
  }

  /** Where the forearm turns: the origin of its own frame. */
  private elbow(state: State): At {
    return pose(state.shapes[state.pair[1]]!, 2).translation as At;
  }

  /** The upper arm is as long as the elbow is away. Nine digits: it does not change when the joints turn. */
  private length(state: State): number {
    const [x, y] = this.elbow(state);
    return Number(Math.hypot(x - SHOULDER[0], y - SHOULDER[1]).toPrecision(9));
  }

  /** The angles of both joints. */
  private angles(state: State): number[] {
    const [x, y] = this.elbow(state);
    const shoulder = Math.atan2(y - SHOULDER[1], x - SHOULDER[0]);
    const [c, s] = pose(state.shapes[state.pair[1]]!, 2).rotation as At;
    const elbow = Math.atan2(s, c) - shoulder;
    return [shoulder, Math.atan2(Math.sin(elbow), Math.cos(elbow))];
  }

  private turnTo([shoulder, elbow]: number[]): void {
    const length = this.length(this.store.state);
    const turn = shoulder! + elbow!;
    const at = { translation: [SHOULDER[0] + length * Math.cos(shoulder!), SHOULDER[1] + length * Math.sin(shoulder!)], rotation: [Math.cos(turn), Math.sin(turn)] };
    this.store.edit(this.store.state.pair[1], (shape) => withPose(shape, at));
  }

  /**
   * The map of this robot. When a shape or the length changes, it is made anew as soon as the robot rests; until then there is
   * none.
   */
  private mapOf({ drawing }: Solved, state: State): Mapped | undefined {
    const [a, b] = state.pair.map((place) => state.shapes[place]!) as [State["shapes"][0], State["shapes"][0]];
    const length = this.length(state);
    const key = JSON.stringify([a.spelling, b.spelling.points, length]);
    window.clearTimeout(this.resting);
    if (this.mapped?.key === key) return this.mapped;
    if (this.mapped && !this.isResting) {
      this.resting = window.setTimeout(() => {
        this.isResting = true;
        if (this.root.isConnected) this.draw();
        this.isResting = false;
      }, REST);
      return undefined;
    }
    this.mapped?.arm.free();
    // Corners of the hull, counter-clockwise: the module takes convex polygons.
    const corners = (core: { vertex: number | null }[], points: Point[]) => core.map(({ vertex }) => points[vertex!]!);
    const obstacle = drawing.a.core.map(({ point }) => point);
    const arm = new Arm(obstacle, corners(drawing.b.core, b.spelling.points!), SHOULDER, length, RANGES, MOST);
    this.mapped = { arm, key };
    return this.mapped;
  }

  protected paint(solved: Solved, state: State, names: Names): void {
    const mapped = this.mapOf(solved, state);
    const { arm } = mapped ?? this.mapped!;
    this.controls.update(arm.cells.length);
    const shown = mapped ? this.controls.shown : 0;
    const angles = this.angles(state);
    const seen = arm.cells.slice(0, shown);
    const holds = ({ ends, known }: Cell) => known !== "cut" && ends.every(([from, to], joint) => from! <= angles[joint]! && angles[joint]! <= to!);
    const here = seen.findLastIndex(holds);
    this.joints.forEach((slider, place) => {
      const degrees = (angles[place]! * 180) / Math.PI;
      slider.value = String(degrees);
      slider.setAttribute("aria-valuetext", `${degrees.toFixed(1)} degrees`);
    });
    const lines = here < 0 ? [] : arm.lines(here, angles);
    const { frame } = this.shapes;
    const elbow = this.elbow(state);
    frame.back.replaceChildren(segment(frame, SHOULDER, elbow, "upper-arm"));
    frame.front.replaceChildren(
      dot(frame, SHOULDER, "joint", 7),
      label(frame, SHOULDER, "shoulder", "", [-10, 20]),
      dot(frame, elbow, "joint", 6),
      ...lines.map(({ normal: [x, y], offset }) => called("line", longLine(frame, [x! * offset, y! * offset], [-y!, x!], "cell-line"))),
    );
    this.paintMap(seen, here, angles);
    this.paintPanel(solved, seen, here, lines.map(({ heldBy }) => heldBy), names);
  }

  private paintMap(seen: Cell[], here: number, [shoulder, elbow]: number[]): void {
    const at = (angle: number, axis: 0 | 1) => ROOM + SIZE * (0.5 + ((axis === 0 ? 1 : -1) * angle) / (2 * Math.PI));
    const path = ({ ends: [[a, b], [c, d]] }: Cell) => `M${[at(a!, 0), at(c!, 1)].map((x) => x.toFixed(2)).join(" ")}H${at(b!, 0).toFixed(2)}V${at(d!, 1).toFixed(2)}H${at(a!, 0).toFixed(2)}Z`;
    const all = (known: Known) => called(known, svg("path", { class: `tile ${known}`, d: seen.filter((cell) => cell.known === known).map(path).join("") }));
    const now = seen.at(-1);
    const text = (x: number, y: number, words: string, anchor = "middle") => svg("text", { class: "tick", x, y, "text-anchor": anchor }, words);
    const ticks = [-180, -90, 0, 90, 180].flatMap((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      return [text(at(angle, 0), SIZE + ROOM + 15, `${degrees}°`), text(ROOM - 4, at(angle, 1) + 4, `${degrees}°`, "end")];
    });
    this.map.setAttribute("aria-label", `The angles of the shoulder, from left to right, and of the elbow, from below: ${seen.length} cells`);
    this.map.replaceChildren(
      svg("path", { class: "map-ground", d: `M${ROOM} ${ROOM}h${SIZE}v${SIZE}h${-SIZE}Z` }),
      all("apart"),
      all("meeting"),
      all("open"),
      ...(now && seen.length < this.mapped!.arm.cells.length ? [svg("path", { class: "tile now", d: path(now) })] : []),
      ...(here < 0 ? [] : [called("line", svg("path", { class: "tile here", d: path(seen[here]!) }))]),
      called("q", svg("circle", { class: "joint", cx: at(shoulder!, 0), cy: at(elbow!, 1), r: 5 })),
      ...ticks,
      text(ROOM + SIZE / 2, SIZE + 2 * ROOM - 2, "shoulder"),
      text(ROOM + 4, ROOM - 8, "elbow", "start"),
    );
  }

  private paintPanel({ answer }: Solved, seen: Cell[], here: number, heldBy: string[], names: Names): void {
    const whole = (2 * Math.PI) ** 2;
    const share = (known: Known) => seen.filter((cell) => cell.known === known).reduce((sum, { ends: [[a, b], [c, d]] }) => sum + ((b! - a!) * (d! - c!)) / whole, 0);
    const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
    const degrees = ([from, to]: Point) => `${((from! * 180) / Math.PI).toFixed(1)}° to ${((to! * 180) / Math.PI).toFixed(1)}°`;
    const cell = seen[here];
    const now = seen.at(-1);
    const [apart, meeting] = [share("apart"), share("meeting")];
    find("#panel").replaceChildren(
      html(
        "div",
        { class: "cards" },
        card(
          "The cell where the robot is",
          ...(cell
            ? [
                html("p", { id: "cell-here" }, `Shoulder ${degrees(cell.ends[0])}, elbow ${degrees(cell.ends[1])}: ${TOLD[cell.known]}.`),
                cell.known === "apart" && html("p", {}, "At every angle in it the distance is at least ", html("b", { "data-bound": String(cell.bound) }, number(cell.bound)), `. The line that proves it is fixed to ${[...new Set(heldBy)].join(" and to ")}: turn the joints, and it goes along.`),
                cell.known === "meeting" && html("p", {}, "Two walls are deeper in each other at its middle than any turn in it can part them."),
                cell.known === "open" && html("p", {}, "The border between apart and meeting goes through it. It would be cut further; the picture stops here."),
              ]
            : [html("p", { id: "cell-here" }, this.controls.shown > seen.length ? "The map is made anew when the robot rests." : "The search has not decided it yet: go on with the steps.")]),
        ),
        card(
          `After ${seen.length} cells`,
          html("p", { id: "shares" }, `Apart ${percent(apart)}, meeting ${percent(meeting)}, not decided ${percent(Math.max(0, 1 - apart - meeting))} of all angles.`),
          now ? html("p", {}, `The last one, shoulder ${degrees(now.ends[0])}, elbow ${degrees(now.ends[1])}: ${TOLD[now.known]}.`) : false,
        ),
        answerCard(answer, null, names),
      ),
    );
  }
}
