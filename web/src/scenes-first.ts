// The lessons of the talk: a point and a segment, a triangle, a polygon; and two polygons. `\nm{name}{letter}` is a letter
// that lights with all that bears the name.

import type { Spelling } from "./engine.ts";
import type { Letter } from "./light.ts";
import type { Scene } from "./scenes.ts";
import type { Lit } from "./words.ts";

const point = (x: number, y: number): Spelling => ({ points: [[x, y]] });
const named = (name: string, letter = name) => `\\nm{${name}}{${letter}}`;
const words = (name: string, text: string) => `$\\nm{${name}}{\\text{${text}}}$`;
const strong = (name: string, text: string) => `$\\nm{${name}}{\\textbf{${text}}}$`;

const [P, Q, O, D, S] = ["P", "Q", "O", "d", "s"].map((name) => named(name)) as [string, string, string, string, string];
const [A, B, C] = ["A", "B", "C"].map((letter) => named(`vertex-${letter}`, letter)) as [string, string, string];
const [U, V, W] = ["u", "v", "w"].map((letter) => named(`coordinate-${letter}`, letter)) as [string, string, string];
const PQ = named("PQ", `\\lVert ${Q} - ${P}\\rVert`);

/** Of a shape and the point Q. */
const litWithQ = (body: string, corners: string[] | string): Lit => ({ bodies: [body, "Q"], corners: [corners, ["Q"]], supports: ["s", "Q"], nearest: ["P", "Q"] });
const LETTER_Q: Letter = ["Q", "Q", "the point"];
const LETTER_P: Letter = ["P", "P", "nearest to Q"];
const coordinates = (letters: string) => [...letters].map((letter): Letter => [`coordinate-${letter}`, letter, ""]);
const vertices = (letters: string) => [...letters].map((letter): Letter => [`vertex-${letter}`, letter, ""]);

const PENTAGON = [
  [-1.6, -0.9],
  [0.9, -1.3],
  [1.8, 0.3],
  [0.4, 1.5],
  [-1.3, 0.9],
];

/** A point and a shape. */
export const FIRST: Scene[] = [
  {
    id: "point-segment",
    group: "Lessons",
    title: "A point and a segment",
    text: [
      `Which point $${P}$ of the segment $\\nm{AB}{AB}$ is nearest to $${Q}$? Every point of its line is a mixture of the ends,`,
      `$$${U}\\,${A} + ${V}\\,${B}, \\quad ${U} + ${V} = 1,$$`,
      `and the point of the line nearest to $${Q}$ has the **barycentric coordinates**`,
      `$$\\begin{aligned} ${U} &= (${B}-${Q})\\cdot(${B}-${A}) \\,/\\, \\lVert ${B}-${A}\\rVert^2 \\\\ ${V} &= (${Q}-${A})\\cdot(${B}-${A}) \\,/\\, \\lVert ${B}-${A}\\rVert^2. \\end{aligned}$$`,
      `Their signs tell the **region** of $${Q}$. If $${V} \\le 0$, it is the ${words("region-A", "region of the vertex ")}$\\,${A}$, and $${P}$ is $${A}$. If $${U} \\le 0$, it is ${words("region-B", "that of ")}$\\,${B}$. Otherwise $${Q}$ is in the ${words("region-AB", "region of the edge")}, and $${P}$ is that point of the line. The picture of the shapes shows the three regions, and the panel below the values of $${U}$ and $${V}$. Drag $${Q}$ through the regions. No division is needed to know the region: the signs of the numerators say it.`,
      `The solver reaches $${P}$ in steps. Step forward to see them.`,
    ],
    dim: 2,
    step: 0,
    names: { bodies: ["AB", "Q"], marks: ["", ""], corners: [["A", "B"], ["Q"]], nearest: "P", lit: litWithQ("AB", ["vertex-A", "vertex-B"]) },
    letters: [LETTER_Q, ["AB", "AB", "the segment"], ...vertices("AB"), LETTER_P, ...coordinates("uv"), ["region-A", "A", "its region"], ["region-B", "B", "its region"], ["region-AB", "AB", "its region"]],
    regions: true,
    shapes: [
      { name: "segment", spelling: { points: [[-1.8, -0.6], [1.6, 0.9]] } },
      { name: "Q", spelling: point(-0.5, 1.8) },
    ],
  },
  {
    id: "point-triangle",
    group: "Lessons",
    title: "A point and a triangle",
    text: [
      `A triangle $\\nm{ABC}{ABC}$ has **seven regions**: three of vertices, three of the edges $${["AB", "BC", "CA"].map((edge) => named(`region-${edge}`, edge)).join("$, $").replace(/, (?=[^,]*$)/, " and ")}$, and the ${words("region-ABC", "inside")}. Areas with a sign tell them apart:`,
      `$$\\begin{aligned} ${U} &= \\operatorname{area}(${Q},${B},${C}) \\,/\\, \\operatorname{area}(${A},${B},${C}) \\\\ ${V} &= \\operatorname{area}(${Q},${C},${A}) \\,/\\, \\operatorname{area}(${A},${B},${C}) \\\\ ${W} &= \\operatorname{area}(${Q},${A},${B}) \\,/\\, \\operatorname{area}(${A},${B},${C}) \\end{aligned}$$`,
      `A vertex region is tested first, by the two edges that meet there: on each of them the other end's coordinate is $\\le 0$, as in the first lesson. $${Q}$ is in the region of an edge when both coordinates on that edge are $> 0$ *and* the triangle coordinate of the opposite vertex is $\\le 0$. What is left is the ${words("region-ABC", "inside")}, where $${U}, ${V}, ${W} > 0$.`,
      `The picture of the shapes shows the seven regions, and the panel below all coordinates. Drag $${Q}$ round the triangle, then step forward and watch which part of the simplex the solver keeps.`,
    ],
    dim: 2,
    step: 0,
    names: { bodies: ["ABC", "Q"], marks: ["", ""], corners: [["A", "B", "C"], ["Q"]], nearest: "P", lit: litWithQ("ABC", ["vertex-A", "vertex-B", "vertex-C"]) },
    letters: [LETTER_Q, ["ABC", "ABC", "the triangle"], ...vertices("ABC"), ...coordinates("uvw"), ...["AB", "BC", "CA"].map((edge): Letter => [`region-${edge}`, edge, "its region"]), ["region-ABC", "inside", ""]],
    regions: true,
    shapes: [
      { name: "triangle", spelling: { points: [[-1.5, -1], [1.7, -0.7], [0.2, 1.4]] } },
      { name: "Q", spelling: point(1.9, 1.1) },
    ],
  },
  {
    id: "point-polygon",
    group: "Lessons",
    title: "A point and a polygon",
    text: [
      `A polygon has too many regions to test them all. **GJK** tests small simplices instead and walks. The ${words("polygon", "polygon")} has to answer one question only, its **support point** $${S}$, the farthest corner along a direction $${D}$:`,
      `$$${S}(${D}) = \\operatorname*{arg\\,max}_{\\nm{corner-p}{p}\\,\\in\\,\\nm{polygon}{\\text{polygon}}} \\; ${D}\\cdot \\nm{corner-p}{p}.$$`,
      `Begin with any direction. From then on, let $${P}$ be the point of the ${words("simplex", "simplex")} nearest to $${Q}$. Search along $${D} = ${Q} - ${P}$, add the support point $${S}$, and keep only the part of the simplex whose ${words("region", "region")} holds $${Q}$. When the support point brings nothing new, $${P}$ is the answer.`,
      `Each step proves two bounds. $${P}$ is a point of the polygon, so the distance is ${strong("most", "at most")} $${PQ}$. Nothing of the polygon lies beyond ${words("wall", "the dashed line")} through the support point, square to $${D}$, so the distance is ${strong("least", "at least")} that of $${Q}$ from this line. Step through and watch the bar close.`,
      `The picture of the ${words("S", "difference")} shows the same, with everything moved so that $${Q}$ is the origin $${O}$: its corners are $\\nm{corner-p}{p_0} - ${Q}$, $\\nm{corner-p}{p_1} - ${Q}$ and so on.`,
    ],
    dim: 2,
    step: 0,
    names: { bodies: ["the polygon", "Q"], marks: ["", ""], corners: ["p", ["Q"]], nearest: "P", lit: litWithQ("polygon", "corner-p") },
    letters: [LETTER_Q, ["polygon", "polygon", ""], ["corner-p", "p", "its corners"], ["d", "d", "the direction"], ["s", "s", "farthest along d"], LETTER_P, ["simplex", "simplex", ""], ["region", "region", "that holds Q"], ["least", "at least", ""], ["most", "at most", ""], ["O", "O", "the origin"]],
    shapes: [
      { name: "polygon", spelling: { points: PENTAGON } },
      { name: "Q", spelling: point(2.6, 2.1) },
    ],
  },
];

const SET_A = named("A");
const SET_B = named("B");
const SUM = named("S", "A - B");

export const TWO_POLYGONS: Scene = {
  id: "polygon-polygon",
  group: "Lessons",
  title: "Two polygons",
  text: [
    `Two convex sets become one: the **Minkowski difference**`,
    `$$${SUM} = \\{\\, \\nm{corner-a}{a} - \\nm{corner-b}{b} \\;:\\; \\nm{corner-a}{a} \\in ${SET_A},\\ \\nm{corner-b}{b} \\in ${SET_B} \\,\\}.$$`,
    `It is convex. Its point $${P}$ nearest to the origin $${O}$ is as far from $${O}$ as $${SET_A}$ and $${SET_B}$ are apart, and it holds the origin exactly when they touch or overlap. It need not be built: its support point is a difference of two,`,
    `$$${S}_{A - B}(${D}) = \\nm{sa}{s}_{A}(${D}) - \\nm{sb}{s}_{B}(-${D}).$$`,
    `So the third lesson solves this one, with the origin $${O}$ in the place of $Q$: the search goes along $${D} = -${P}$. The barycentric coordinates of $${P}$, applied to the points of $${SET_A}$ and of $${SET_B}$, give the two ${strong("witness", "witness points")}. Drag the shapes into each other: the origin enters the difference, and the ${strong("polytope", "expanding polytope")} takes over to find the depth.`,
  ],
  dim: 2,
  step: 0,
  letters: [["A", "A", ""], ["B", "B", ""], ["S", "A − B", "the difference"], ["O", "O", "the origin"], ["d", "d", "the direction"], ["sa", "s of A", "farthest along d"], ["sb", "s of B", "farthest along −d"], ["s", "s", "their difference"], ["P", "P", "nearest to O"], ["witness", "witness points", ""]],
  shapes: [
    { name: "triangle", spelling: { points: [[-1.4, -0.7], [0.9, -1], [0.1, 1.2]], pose: { translation: [-1.4, 0.2], rotation: [1, 0] } } },
    { name: "polygon", spelling: { points: [[-0.9, -0.8], [0.7, -0.9], [1.2, 0.3], [0.2, 1.1], [-0.9, 0.6]], pose: { translation: [1.7, 0.5], rotation: [1, 0] } } },
  ],
};
