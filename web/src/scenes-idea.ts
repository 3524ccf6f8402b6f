// The scenes that build the idea, and those of the published methods. `\nm{name}{letter}` is a letter that lights with
// all that bears the name.

import type { Scene } from "./scenes.ts";

const A = "\\nm{A}{A}";
const B = "\\nm{B}{B}";
const MINUS_B = "\\nm{mB}{-B}";
const SUM = "\\nm{S}{A - B}";
const O = "\\nm{O}{O}";

/** Two polygons apart, with room to slide. */
const TRIANGLE = { name: "triangle", spelling: { points: [[0.4, 0.9], [2.4, 0.6], [1.7, 2.5]] } };
const QUADRANGLE = { name: "quadrangle", spelling: { points: [[-1.6, -0.7], [-0.5, -0.9], [-0.3, 0.2], [-1.2, 0.5]] } };

/** An ellipse of so many corners. */
const round = (count: number, [rx, ry]: [number, number]) =>
  Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * (place + 0.3)) / count;
    return [rx * Math.cos(angle), ry * Math.sin(angle)].map((value) => Math.round(value * 1e4) / 1e4);
  });

/** Lessons that belong before the one on two polygons. */
export const BUILDING: Scene[] = [
  {
    id: "sweep",
    group: "Lessons",
    exhibit: "sweep",
    at: 0,
    title: "The difference, swept out",
    text: [
      `How far apart are two shapes? The third lesson asked about a shape and one point. We make this question out of that one: all differences of a point of $${A}$ and a point of $${B}$ are one set,`,
      `$$${SUM} = \\{\\, \\nm{a}{a} - b \\;:\\; \\nm{a}{a} \\in ${A},\\ b \\in ${B} \\,\\}.$$`,
      `Take one point $\\nm{a}{a}$ of $${A}$ and *all* points of $${B}$. Their differences are $${MINUS_B}$, the shape $${B}$ turned half round the origin $${O}$, moved by $\\nm{a}{a}$. So slide $${MINUS_B}$ along $${A}$, so that its own origin follows the point $\\nm{a}{a}$. What it sweeps is $${SUM}$.`,
      `Move the slider to the end. If $${O}$ is not covered, no difference is zero, and the shapes are apart. The point $\\nm{P}{P}$ nearest to $${O}$ is the shortest difference: its length is the **distance**. Then drag $${B}$ into $${A}$ and see $${O}$ being covered.`,
    ],
    dim: 2,
    shapes: [TRIANGLE, QUADRANGLE],
  },
  {
    id: "supports",
    group: "Lessons",
    exhibit: "supports",
    at: 0.12,
    title: "The farthest point of a sum",
    text: [
      `Sweeping out $${SUM}$ is work. The search does not need it. It only asks for the **support point**, the farthest one along a direction $\\nm{d}{d}$. In a sum each part goes as far as it can by itself, so`,
      `$$\\nm{s}{s}_{A - B}(\\nm{d}{d}) = \\nm{sa}{s}_{A}(\\nm{d}{d}) + \\nm{sb}{s}_{-B}(\\nm{d}{d}).$$`,
      `And the farthest point of $${MINUS_B}$ along $\\nm{d}{d}$ is minus the farthest point of $${B}$ along $-\\nm{d}{d}$. So two short questions, one to each shape, give a corner of the difference.`,
      `Turn $\\nm{d}{d}$ all the way round. At each moment only one of the two points moves on, and the edge that the sum goes along is an edge of $${A}$ or of $${MINUS_B}$. All corners of $${SUM}$ come by, and none was computed before.`,
    ],
    dim: 2,
    shapes: [TRIANGLE, QUADRANGLE],
  },
  {
    id: "shadow",
    group: "Lessons",
    exhibit: "shadow",
    at: 0.03,
    title: "One direction is a bound",
    text: [
      `Let the sun shine square to a direction $\\nm{n}{n}$. Each shape throws a **shadow** on the line along $\\nm{n}{n}$, and a gap may be left between the shadows:`,
      `$$\\nm{gap}{\\sigma}(\\nm{n}{n}) = \\min_{b \\in ${B}} \\nm{n}{n} \\cdot b - \\max_{a \\in ${A}} \\nm{n}{n} \\cdot a.$$`,
      `A shadow is never longer than its shape is wide, and two points are at least as far apart as their shadows. So the gap is a **lower bound** of the distance, whatever $\\nm{n}{n}$ is. One support point of each shape is enough to know it.`,
      `Turn $\\nm{n}{n}$ and look for the widest gap. The greatest of all is the $\\nm{D}{\\text{distance}}$ itself: `,
      `$$\\nm{D}{\\text{distance}} = \\max_{\\lVert \\nm{n}{n} \\rVert = 1} \\nm{gap}{\\sigma}(\\nm{n}{n}).$$`,
      `That is how every step of the solver proves its "at least".`,
    ],
    dim: 2,
    shapes: [QUADRANGLE, TRIANGLE],
  },
];

/** The naive loop, with the numbers of the talk. */
export const NAIVE: Scene = {
  id: "naive-loop",
  group: "Trouble with numbers",
  exhibit: "naive",
  at: 0,
  title: "The loop that never ends",
  text: [
    "The loop as the talks and tutorials write it, in **single precision**, with an **absolute epsilon**: stop when the next point is less than $\\varepsilon = 1.2 \\cdot 10^{-7}$ nearer. Here it gets the segment of the scene before and steps beside our solver. Step forward: ours ends, and the other one finds the same end $\\nm{w}{w}$ again and again.",
    "Where is the fault? Zoom in. The $\\nm{naive}{\\text{pink line}}$ is square to the naive direction. It should lie on the $\\nm{edge}{\\text{segment}}$. Ten thousand times as large, it does not: at the end $\\nm{w}{w}$ the segment stands $0.0029$ beyond it. So $\\nm{w}{w}$ looks like progress, for ever. The $\\nm{ours}{\\text{green line}}$, by the edge itself, stays on the segment.",
    "A larger epsilon is no remedy: it would stop small shapes too early. The remedy is to see that the support point is one that the simplex has already.",
  ],
  dim: 2,
  step: 0,
  names: { bodies: ["ab", "O"], marks: ["", ""], corners: [["a", "b"], ["O"]], nearest: "P" },
  shapes: [
    { name: "segment", spelling: { points: [[0.021119117736816406, 79.58432006835938], [0.020964622497558594, -31.51567840576172]] } },
    { name: "origin", spelling: { points: [[0, 0]] } },
  ],
};

/** The published methods. */
export const METHODS: Scene[] = [
  {
    id: "walking",
    group: "Methods",
    exhibit: "walk",
    title: "Walking the features",
    text: [
      "**V-Clip** (Mirtich 1998) never looks at a difference. It holds two *features*, a corner or an edge $\\nm{fa}{\\text{of }A}$ and one $\\nm{fb}{\\text{of }B}$, and asks whether they are the nearest ones.",
      "Each feature has a **Voronoi region**: the part of the plane that is nearer to it than to any other feature of its shape. The two features are the nearest if the nearest point of each lies in the region of the other.",
      "If not, it lies beyond a $\\nm{plane}{\\text{border}}$ of that region. The $\\nm{next}{\\text{feature on the other side}}$ of the border is nearer, so the walk goes there. Each move comes nearer, or keeps the distance with a smaller feature: so the walk cannot go in circles, as long as the signs are right. They are rounded here, and at touching corners it sometimes does.",
      "Press *Predict* and say which feature is next.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "heptagon", spelling: { points: [[-3.4, 0.2], [-2.9, -0.9], [-1.7, -1.3], [-0.6, -0.8], [-0.3, 0.4], [-1.2, 1.3], [-2.6, 1.2]] } },
      { name: "hexagon", spelling: { points: [[3.3, 0.7], [2.6, 1.8], [1.4, 1.9], [0.7, 1.1], [1.1, -0.1], [2.5, -0.3]] } },
    ],
  },
  {
    id: "layers",
    group: "Methods",
    exhibit: "layers",
    at: 0.17,
    title: "A hull in layers",
    text: [
      "Which corner is the farthest along $\\nm{d}{d}$? A scan looks at all of them. Dobkin and Kirkpatrick (1990) look at few.",
      "Leave out corners of the hull, no two of them neighbours, and take the hull of the rest. Do it again and again until three or four corners are left. Each $\\nm{level}{\\text{level}}$ has at most about half of the corners of the one before, so there are about $\\log_2 n$ levels.",
      "Then go back up. The $\\nm{best}{\\text{best}}$ corner of a level stays the best of the next one, unless a corner that comes back **beside it** is farther: no other can be. So each level leaves a few $\\nm{compared}{\\text{candidates}}$, and the whole search looks at some $2 \\log_2 n$ corners.",
      "Turn $\\nm{d}{d}$, step through the levels and count.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "32 corners", spelling: { points: round(32, [2.2, 1.6]) } },
      { name: "point", spelling: { points: [[4.2, 2.4]] } },
    ],
  },
  {
    id: "remembering",
    group: "Methods",
    exhibit: "axis",
    title: "Remembering the axis",
    text: [
      "In a game or a simulation the same pair is asked about in every frame, and it has hardly moved. Why begin anew?",
      "If A and B are apart, there is an **axis**: a direction with all of A on one side and all of B on the other. It takes one look to see whether the $\\nm{axis}{\\text{axis}}$ of the last frame still parts them (van den Bergen 1999). Only when it does not is a new one searched for.",
      "Our solver remembers, too: the corners at which it ended. It answers more, the distance with its bounds, and so its steps are more. The chart counts the steps of each frame: with the axis, $\\nm{isa-cold}{\\text{from nothing}}$ and $\\nm{isa-warm}{\\text{remembered}}$; of our solver, $\\nm{ours-cold}{\\text{from nothing}}$ and $\\nm{ours-warm}{\\text{with its cache}}$. Step through the frames; drag the bodies so that they pass nearer to each other.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "long body", spelling: { points: round(24, [2.6, 0.45]) } },
      { name: "long body", spelling: { points: round(24, [2.2, 0.4]), pose: { translation: [3.3, 1.25], rotation: [1, 0] } } },
    ],
  },
  {
    id: "concave",
    group: "Methods",
    exhibit: "concave",
    title: "Concave shapes",
    text: [
      "All lessons so far need shapes without notches. A polygon *with* notches is a union of convex **pieces**, and the distance to a union is the least distance to one of its parts:",
      `$$\\nm{D}{\\operatorname{dist}(A, B)} = \\min_{i,j} \\; \\operatorname{dist}(\\nm{A}{A_i}, \\nm{B}{B_j}).$$`,
      "How to find pieces? First cut the polygon into triangles along $\\nm{diagonal}{\\text{diagonals}}$. Then take diagonals away, one after the other, as long as the two pieces beside it are convex together (Hertel and Mehlhorn 1983). If more pieces are left than needed, a search for the least number of cuts follows.",
      "Step through the cuts to the pairs. Then draw a polygon of your own, with notches.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "hook", spelling: { points: [[-3, -1.6], [1.6, -1.6], [1.6, 1.2], [0.8, 1.2], [0.4, -0.4], [-1.4, -0.5], [-1.6, 1.4], [-2.6, 1.6], [-2, 0]] } },
      { name: "arrow", spelling: { points: [[-0.6, 0.2], [-0.1, 1.2], [-0.4, 1.1], [-0.5, 2.2], [-0.8, 1.1], [-1.1, 1.2]] } },
    ],
  },
  {
    id: "compare",
    group: "Methods",
    exhibit: "compare",
    title: "Compare",
    text: [
      "One scene, nine methods. Each begins with nothing in memory. The step at the foot goes through all of them at once.",
      "A $\\nm{least}{\\text{square}}$ is what a method says the distance is at least, a $\\nm{most}{\\text{disc}}$ what it is at most; the $\\nm{D}{\\text{dotted line}}$ is the distance. Some tell only whether the shapes meet. Only this solver includes rounding in its bounds.",
      "Push the shapes together until they just touch, and see who notices. From any scene of polygons the button *Compare* leads here.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "octagon", spelling: { points: round(8, [1.5, 1]), pose: { translation: [-1.7, 0], rotation: [1, 0] } } },
      { name: "nonagon", spelling: { points: round(9, [1.3, 1.1]), pose: { translation: [1.8, 0.6], rotation: [0.96, 0.28] } } },
    ],
  },
];
