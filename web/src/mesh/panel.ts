// The answer for two meshes in numbers and in words, what is odd about each, and what the search left out with a proof.

import { html } from "../dom.ts";
import type { Pose } from "../engine.ts";
import { pose, type Shape } from "../scene.ts";
import { number, vector } from "../words.ts";
import type { FrontTold, MeshAnswer, MeshBody, Related } from "./module.ts";
import { isMixed } from "./units.ts";
import { description, many, relationWord, touch, unitName, UNITS, verdict } from "./words.ts";

/** What is known of two meshes at their places. The relation and the front of large ones come when they rest. */
export interface Known {
  answer: MeshAnswer;
  /** How long the answer took, in milliseconds. */
  took: number;
  related?: Related;
  front?: FrontTold;
}

export function panel(shapes: [Shape, Shape], meshes: [MeshBody, MeshBody], known: Known): HTMLElement {
  return html("div", { class: "cards" }, answerCard(shapes, meshes, known), meshesCard(shapes, meshes), proofCard(known));
}

/** In the place of what is told when the meshes rest. */
const RESTING = "told when they rest";

const digits = (value: number | null) => (value === null ? "null" : String(value));

/** The answer with every digit, as the command prints it. */
function answerCard(shapes: [Shape, Shape], meshes: [MeshBody, MeshBody], { answer, took, related }: Known): HTMLElement {
  const data = (name: string, value: string, key: string) => [html("dt", {}, name), html("dd", { "data-answer": key }, value)];
  return html(
    "div",
    { class: "card", id: "answer" },
    html("h3", {}, "The answer for the surfaces"),
    html("p", { class: "verdict", id: "verdict" }, verdict(answer, related)),
    related?.contact && html("p", { id: "contact-said" }, touch(related.contact)),
    related?.open && html("p", { id: "open-said" }, "A mesh is open, so it counts as its surface."),
    html(
      "dl",
      {},
      ...data("Relation", related ? relationWord(related.relation) : RESTING, "relation"),
      ...data("Status", related?.status ?? RESTING, "status"),
      ...data("Distance", digits(answer.distance), "distance"),
      ...data("Lower", digits(answer.lower), "lower"),
      ...data("Upper", digits(answer.upper), "upper"),
      ...data("Point of A", answer.point_a.map(digits).join(", "), "point_a"),
      ...data("Point of B", answer.point_b.map(digits).join(", "), "point_b"),
      ...data("Normal", answer.normal.map(digits).join(", "), "normal"),
      ...data("Triangle of A", digits(answer.leaf_a), "leaf_a"),
      ...data("Triangle of B", digits(answer.leaf_b), "leaf_b"),
    ),
    html("p", { class: "note", id: "took" }, `Found in ${took < 0.05 ? "less than 0.1" : took.toFixed(1)} ms. The command says the same:`),
    html("code", { class: "command", id: "asked" }, asCommand(shapes, meshes)),
  );
}

/** What the command is asked for the same answer. */
function asCommand(shapes: [Shape, Shape], meshes: [MeshBody, MeshBody]): string {
  const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const at = ({ translation, rotation }: Pose) => [...translation, ...rotation].join(",");
  const moved = shapes.flatMap((shape, side) => (shape.spelling.pose ? [`--pose-${"ab"[side]} ${at(pose(shape, 3))}`] : []));
  const unit = isMixed(meshes) ? UNITS.find(({ metres }) => meshes.some(({ told }) => told.metres === metres)) : undefined;
  return ["clearance distance", ...shapes.map(({ name }) => quoted(name)), ...moved, ...(unit ? [`--unit ${unit.word}`] : [])].join(" ");
}

function meshesCard(shapes: [Shape, Shape], meshes: [MeshBody, MeshBody]): HTMLElement {
  const metres = meshes.find(({ told }) => told.metres !== null)?.told.metres;
  return html(
    "div",
    { class: "card", id: "meshes" },
    html("h3", {}, "The meshes"),
    ...shapes.flatMap((shape, side) => [
      html("p", {}, html("strong", { class: `of-${"ab"[side]}` }, `${"AB"[side]}: ${shape.name}`), ` ${description(meshes[side]!.told).join(" ")}`),
    ]),
    html("p", { class: "note", id: "unit-said" }, metres ? `Lengths are in ${unitName(metres)}.` : "Lengths are in the unit of the files, which they do not name."),
  );
}

function proofCard({ answer, front }: Known): HTMLElement {
  const width = answer.lower === null || answer.upper === null ? null : answer.upper - answer.lower;
  return html(
    "div",
    { class: "card", id: "proof" },
    html("h3", {}, "What is proven"),
    html("p", {}, width === null ? "Nothing: a pose is not a rotation." : `The distance of the surfaces is not less than the lower bound and not more than the upper one. They are ${number(width)} apart, rounding included.`),
    front ? frontWords(answer, front) : html("p", {}, "Nearly all pairs of triangles were never looked at: boxes around many triangles are too far apart to matter. “Boxes of the front” draws them."),
  );
}

function frontWords(answer: MeshAnswer, front: FrontTold): HTMLElement {
  const { pairs, left_out, triangles, direction } = front;
  const rest = triangles === 0 ? "No pair of triangles is left." : `${many(triangles, "pair")} of triangles ${triangles === 1 ? "is" : "are"} left to look at.`;
  return html(
    "p",
    { id: "front-said" },
    `${many(pairs, "pair")} of boxes are the front: they hold ${many(left_out, "pair")} of triangles, and none of these is nearer than ${number(answer.upper)}. ${rest} Most boxes are parted by planes across n = ${vector(direction)}.`,
  );
}
