// The ready scenes: the lessons in order, and the scenes where numbers make trouble. Text holds formulas between `$`.

import type { Spelling } from "./engine.ts";
import type { Letter } from "./light.ts";
import { pebble, prism } from "./space/solids.ts";
import type { Course, Numbers, Shape, State } from "./scene.ts";
import { FIRST, TWO_POLYGONS } from "./scenes-first.ts";
import { BUILDING, METHODS, NAIVE } from "./scenes-idea.ts";
import type { Names } from "./words.ts";

export interface Scene {
  id: string;
  group: "Lessons" | "Methods" | "In motion" | "Trouble with numbers" | "In space";
  title: string;
  /** Paragraphs; a line that is one formula between `$$` is set by itself. */
  text: string[];
  dim: 2 | 3;
  numbers?: Numbers;
  shapes: Shape[];
  /** Which step to begin with; the answer if left out. */
  step?: number;
  /** What the text calls the shapes and their corners, where that is not A, B and a₀, b₀. */
  names?: Names;
  /** The letters of the text and of the pictures, by the names that light. */
  letters?: Letter[];
  /** Whether the picture of the shapes shows all regions of the first one, and the panel the coordinates of the second. */
  regions?: boolean;
  /** How the second shape moves, if it does. */
  motion?: Course;
  /** Pictures of its own, in place of the steps of the solver. */
  exhibit?: Exhibit;
  /** Where the slider of the exhibit begins. */
  at?: number;
}

export const EXHIBITS = ["sweep", "supports", "shadow", "walk", "layers", "axis", "concave", "compare", "naive", "robot"] as const;
export type Exhibit = (typeof EXHIBITS)[number];

const point = (x: number, y: number): Spelling => ({ points: [[x, y]] });

export const SCENES: Scene[] = [
  ...FIRST,
  ...BUILDING,
  TWO_POLYGONS,
  ...METHODS,
  {
    id: "thin-wall",
    group: "In motion",
    title: "Through a thin wall",
    text: [
      "A rod flies at a thin wall and turns on its way. A program asks 60 times a second how far apart they are. It sees the rod before the wall, and then behind it: every sample is apart, and the hit is **missed**. More samples make that rarer, and never impossible.",
      "A proof has to speak of *all* moments. Take a direction $n(t)$ that stands still or turns with a body, and look how wide a band across it is free of both:",
      "$$\\sigma(t) = \\min_{y \\in B} n \\cdot y - \\max_{x \\in A} n \\cdot x.$$",
      "While $\\sigma > 0$ nothing touches. The turning is known, so is how much $\\sigma$ can bend, $M$. So two moments tell of all between them:",
      "$$\\begin{aligned} \\sigma(t) \\ge{} & (1 - \\lambda)\\,\\sigma_0 + \\lambda\\,\\sigma_1 \\\\ & - \\tfrac12 M\\,(t - t_0)(t_1 - t), \\end{aligned}$$",
      "where $\\lambda$ runs from 0 to 1 on the way from $t_0$ to $t_1$. That is the green **bow**. It never lies above the clearance. Step forward: a *look* at one moment gives a direction, the direction is carried as long as its bow stays above zero, and the next look starts there. Where no direction carries on, contact begins.",
      "Drag the timeline, the rod or the wall. Make the rod faster, the wall thinner, the samples more. They find the hit by luck. The bows find it, or prove that there is none; only a graze that rounding hides stays open.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "wall", spelling: { points: [[-0.03, -0.5], [0.03, -0.5], [0.03, 0.5], [-0.03, 0.5]] } },
      { name: "rod", spelling: { points: [[-0.4, -0.04], [0.4, -0.04], [0.4, 0.04], [-0.4, 0.04]], pose: { translation: [-1.5, 0.45], rotation: [0.5, 0.866] } } },
    ],
    motion: { travel: [3, 0], turn: 7.0686, center: [-1.5, 0.45], seconds: 0.05 },
  },
  {
    id: "robot",
    group: "In motion",
    exhibit: "robot",
    title: "A robot, proven",
    text: [
      "An upper arm turns about the shoulder, a forearm about the elbow. Do the forearm and the obstacle ever meet? Usually a program tries many thousand random angles. If none of them hits, it says *never*, and is wrong now and then.",
      "A proof speaks of all angles. Cut them into **cells**: so much for the shoulder, so much for the elbow. Take a $\\nm{line}{\\text{line}}$ that is fixed to one of the links, with unit normal $n$, and a corner $p$ of the forearm. While the joints go through the cell, by at most $h_i$ to either side, its height changes by no more than",
      "$$\\sum_i h_i\\,|n \\cdot w_i(p)| + \\tfrac12 M,$$",
      "where $w_i(p)$ is the velocity of the corner when joint $i$ turns, and $M$ bounds how much the ways of all corners can bend. If obstacle and forearm stay on their sides of the line, the whole cell is $\\nm{apart}{\\text{apart}}$. If two walls are deeper in each other than any motion in the cell, it is $\\nm{meeting}{\\text{meeting}}$. Otherwise it is cut in two.",
      "Step through the cells. Turn the joints, or press on the map: the line of the cell goes with the link that holds it. Drag the obstacle or the forearm; the upper arm is as long as you need it. A real arm has six or seven joints, and the command `clearance robot` decides its pairs of links in a second.",
    ],
    dim: 2,
    shapes: [
      { name: "obstacle", spelling: { points: [[1.9, 0.5], [2.5, 0.4], [2.7, 1.0], [2.1, 1.3]] } },
      { name: "forearm", spelling: { points: [[-0.15, -0.14], [1.5, -0.1], [1.65, 0], [1.5, 0.1], [-0.15, 0.14]], pose: { translation: [1.2, -0.9], rotation: [0.96, 0.28] } } },
    ],
  },
  {
    id: "ray",
    group: "In motion",
    title: "A ray",
    text: [
      "A ray is a point that travels: at $t$ it is at $o + t\\,d$, from its origin at $t = 0$ to its end at $t = 1$. Where does it enter a convex shape?",
      "The shape is what lies behind the lines of **all** its edges. Behind one line, with outward normal $n$ and a corner $c$, the ray is where",
      "$$n \\cdot (o + t\\,d - c) \\le 0.$$",
      "This is linear in $t$. If the ray goes inward, $n \\cdot d < 0$, it holds *from* some $t$ on; if it goes outward, *up to* some $t$. So each edge leaves a half of the line, and the shape gets what all of them leave: from the last entry to the first exit. If the last entry comes after the first exit, nothing is left, and the ray misses.",
      "Two opposite edges of a box are a *slab*, and the solver has this form for boxes. For others it searches; the answer is the same, with a bracket around it.",
      "Drag the origin into the shape: the entry lies behind it then. Drag the end past the shape: a *line* with the shape on one side and the ray on the other proves the miss.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "box", spelling: { points: [[-0.9, -0.6], [0.9, -0.6], [0.9, 0.6], [-0.9, 0.6]], pose: { translation: [-0.4, 0.2], rotation: [0.96, 0.28] } } },
      { name: "ray", spelling: { points: [[-2.6, -0.9]] } },
      { name: "pentagon", spelling: { points: [[1.5, 0.2], [2.4, -0.1], [3, 0.7], [2.5, 1.6], [1.6, 1.3]] } },
    ],
    motion: { travel: [4.6, 1.9], turn: 0, center: [0, 0], seconds: 1 },
  },
  {
    id: "bad-direction",
    group: "Trouble with numbers",
    title: "The bad search direction",
    text: [
      "The segment of the GDC talk of 2010, in single precision. Its ends are $a$ and $b$. It is 111 units long and passes the origin $O$ at 0.021. The direction $d = -P$, with $P = u\\,a + v\\,b$ mixed from **barycentric coordinates**, should be perpendicular to the segment. But $u$ and $v$ are rounded, and so is the mixture: the direction tilts by $1.4 \\cdot 10^{-6}$. Along the 31.5 units to the nearer end that is $4.4 \\cdot 10^{-5}$, enough that a vertex that the simplex holds already looks new. The loop goes round for ever, or stops too early.",
      "The remedy needs no more digits: turn the edge instead,",
      "$$d = e \\times (e \\times a), \\qquad e = b - a,$$",
      "which is perpendicular to $e$ to the last place whatever the length. The table compares both formulas, in single and in double precision, by what each direction proves.",
    ],
    dim: 2,
    numbers: "f32",
    names: { bodies: ["ab", "O"], marks: ["", ""], corners: [["a", "b"], ["O"]], nearest: "P" },
    shapes: [
      { name: "segment", spelling: { points: [[0.021119117736816406, 79.58432006835938], [0.020964622497558594, -31.51567840576172]] } },
      { name: "origin", spelling: point(0, 0) },
    ],
  },
  NAIVE,
  {
    id: "origin-on-vertex",
    group: "Trouble with numbers",
    title: "The origin on a vertex",
    text: [
      "A corner touches a corner. The difference has the origin **on a vertex**: $P = O$, so $-P$ is no direction at all. A solver that divides by $\\lVert P\\rVert$ fails here; one that asks whether $\\lVert P\\rVert < \\varepsilon$ gives a different answer in millimetres and in metres.",
      "The distance is exactly zero, and still there is a unit normal: any direction of the cone between the two edges separates.",
    ],
    dim: 2,
    shapes: [
      { name: "triangle", spelling: { points: [[-1.75, -0.5], [0, 0.25], [-1.25, 1]] } },
      { name: "triangle", spelling: { points: [[0, 0.25], [1.5, -0.75], [1.75, 0.75]] } },
    ],
  },
  {
    id: "origin-on-edge",
    group: "Trouble with numbers",
    title: "The origin on an edge",
    text: [
      "A corner rests on a side. The origin lies **on an edge** of the difference: one barycentric coordinate of the triangle is exactly zero, or by rounding a little to either side. Touching or overlapping? Floats may say either; here the sign is computed exactly when it is in doubt.",
    ],
    dim: 2,
    shapes: [
      { name: "square", spelling: { points: [[-1.5, -1], [0, -1], [0, 1], [-1.5, 1]] } },
      { name: "triangle", spelling: { points: [[0, 0.25], [1.5, -0.75], [1.5, 1]] } },
    ],
  },
  {
    id: "origin-on-inner-edge",
    group: "Trouble with numbers",
    title: "The origin on an edge inside",
    text: [
      "Deep overlap, and yet the origin lies exactly **on an edge of the simplex** that runs through the inside of the difference. The distance loop must not call this touching: the edge is no edge of the difference. A support point on both sides of it proves the overlap.",
    ],
    dim: 2,
    step: 0,
    shapes: [
      { name: "square", spelling: { points: [[-1, -1], [1, -1], [1, 1], [-1, 1]] } },
      { name: "square", spelling: { points: [[-1, -1], [1, -1], [1, 1], [-1, 1]], pose: { translation: [0.5, 0.5], rotation: [1, 0] } } },
    ],
  },
  {
    id: "collinear",
    group: "Trouble with numbers",
    title: "Poorly formed polygons",
    text: [
      "Vertices that repeat, that lie on a side, that lie inside. To a hull they do no harm: the solver sees farthest points only, and a vertex that is never farthest is never seen. A simplex of **collinear** points has area zero, and a solver that divides by it fails.",
      "An *ordered* polygon is another matter: there such a vertex is most often a mistake of the person who drew it. Draw one with *Draw polygon* and the validator names the vertex and what is wrong with it.",
    ],
    dim: 2,
    shapes: [
      { name: "collinear", spelling: { points: [[-2, -1], [-1, -0.5], [-1, -0.5], [0, 0], [-0.5, -0.25], [-1.6, 0.8], [-1.2, 0]] } },
      { name: "flat", spelling: { points: [[0.8, 1.2], [1.2, 0.6], [1.6, 0], [1.2, 0.6]] } },
    ],
  },
  {
    id: "two-boxes",
    group: "In space",
    title: "Two boxes, edge to edge",
    text: [
      "The same loop in space: the simplex may now have four vertices, a **tetrahedron**, and there are fifteen regions. The picture of the difference shows the walls between them, and fills the one that holds the origin. Nothing else changes, and the code is the same text.",
      "Two boxes are nearest at a vertex and a face, or at **two edges** as here. The face of the difference that looks at the origin is then a *parallelogram*,",
      "$$(a_i - b_k) + s\\,(a_j - a_i) - t\\,(b_l - b_k),$$",
      "with $s$ and $t$ between 0 and 1, and the simplex is one of its halves or its diagonal. Drag the arrows of the gizmo, or pick a shape and use the keys; drop files on the page to bring your own: OBJ, STL, PLY or OFF.",
    ],
    dim: 3,
    shapes: [
      { name: "box", spelling: { cuboid: { half_extents: [1, 0.7, 0.5] }, pose: { translation: [-1.2, 0.1, 0], rotation: [0, 0.3827, 0, 0.9239] } } },
      { name: "box", spelling: { cuboid: { half_extents: [0.6, 0.9, 0.7] }, pose: { translation: [1.5, 0.2, -0.1], rotation: [0, 0, 0.3827, 0.9239] } } },
    ],
  },
  {
    id: "two-pebbles",
    group: "In space",
    title: "Two pebbles of 500 vertices",
    text: [
      "Hulls of 500 vertices each. Their difference has a quarter of a million vertex pairs, and the solver touches a few of them: every step asks each hull for **one** farthest point. Watch how the gap of the bounds falls by orders of magnitude.",
    ],
    dim: 3,
    shapes: [
      { name: "pebble", spelling: { points: pebble(500, [1.2, 0.9, 0.7]), pose: { translation: [-1.2, 0, 0], rotation: [0, 0, 0.2588, 0.9659] } } },
      { name: "pebble", spelling: { points: pebble(500, [0.8, 1.1, 0.6]), pose: { translation: [1.3, 0.5, 0.4], rotation: [0.5, 0, 0, 0.866] } } },
    ],
  },
  {
    id: "through-each-other",
    group: "In space",
    title: "Through each other",
    text: [
      "The tetrahedron holds the origin: the bodies overlap. How deep? The **expanding polytope** starts from that tetrahedron and grows to the boundary of the difference. Its facet nearest to the origin is searched along its normal; when nothing lies beyond it, it is a facet of the difference, and its distance is the depth.",
      "$$\\text{depth} = \\min_{\\lVert n \\rVert = 1} \\; \\max_{p \\,\\in\\, A - B} \\; n \\cdot p$$",
      "Here too both bounds are known at every step: the nearest facet is inside the difference, the support plane outside.",
    ],
    dim: 3,
    step: 0,
    shapes: [
      { name: "prism", spelling: { points: prism(6, 0.9, 0.9), pose: { translation: [-0.5, 0, 0], rotation: [0.2706, 0, 0.2706, 0.9239] } } },
      { name: "tetrahedron", spelling: { points: [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]], pose: { translation: [0.7, 0.2, 0.1], rotation: [0, 0, 0.1305, 0.9914] } } },
    ],
  },
  {
    id: "rounded-bodies",
    group: "In space",
    title: "Rounded bodies",
    text: [
      "A ball is a point with a radius, a capsule a segment with a radius, a rounded box a box with one. The signed distance of rounded sets is exactly that of their **cores** less the radii,",
      "$$d(A + r_A,\\, B + r_B) = d(A, B) - r_A - r_B,$$",
      "so the solver sees a segment and a box here, and no curved surface at all.",
    ],
    dim: 3,
    shapes: [
      { name: "capsule", spelling: { capsule: { start: [0, 0, -0.9], end: [0, 0, 0.9], radius: 0.5 }, pose: { translation: [-1.3, 0, 0.2], rotation: [0.2588, 0, 0, 0.9659] } } },
      { name: "rounded box", spelling: { cuboid: { half_extents: [0.7, 0.6, 0.4] }, radius: 0.3, pose: { translation: [1.2, 0.3, -0.2], rotation: [0.1, 0.2, 0.3, 0.9274] } } },
    ],
  },
];

export function stateOf(scene: Scene): State {
  return {
    dim: scene.dim,
    numbers: scene.numbers ?? "f64",
    shapes: structuredClone(scene.shapes),
    pair: [0, 1],
    step: scene.step ?? null,
    scene: scene.id,
    changed: false,
    ...(scene.motion ? { motion: structuredClone(scene.motion), at: null } : {}),
    ...(scene.at === undefined ? {} : { at: scene.at }),
  };
}

export function sceneOf(state: State): Scene | undefined {
  return SCENES.find((scene) => scene.id === state.scene);
}

/** The pictures of its own that a state has: those of its scene, of two polygons. */
export function exhibitOf(state: State): Exhibit | undefined {
  return state.dim === 2 && state.shapes.length === 2 && state.shapes.every(isPolygon) ? sceneOf(state)?.exhibit : undefined;
}

/** Whether a shape is the hull of points, without a radius. */
export function isPolygon({ spelling }: Shape): boolean {
  return spelling.points !== undefined && !spelling.radius;
}
