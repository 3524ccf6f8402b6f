// The structs of clearance.h in WebAssembly's memory: the bytes of each, and the place of each member. `cl_wasm_places` of
// the module says the same, in this order; a test compares.

export const SHAPE = { bytes: 120, kind: 0, flags: 4, size: 8, radius: 32, pointer: 40, stride: 44, count: 48, support: 52, user: 56, pose: 64 };
export const OPTIONS = { bytes: 48, size: 0, precision: 4, start: 8, maxIterations: 12, tolerance: 16, maxDistance: 24, target: 32, cache: 40 };
export const ANSWER = { bytes: 112, status: 0, iterations: 4, leafA: 8, leafB: 12, distance: 16, lower: 24, upper: 32, normal: 40, pointA: 64, pointB: 88 };
export const CONTACT = { bytes: 72, pointA: 0, pointB: 24, separation: 48, featureA: 56, indexA: 60, featureB: 64, indexB: 68 };
export const GRADIENT = { bytes: 232, size: 0, regular: 4, translationA: 8, turnA: 32, translationB: 56, turnB: 80, witnessMargin: 104, facetMargin: 112, answer: 120 };
export const MOTION = { bytes: 72, travel: 0, turn: 24, center: 48 };
export const CAST = { bytes: 152, size: 0, outcome: 4, fraction: 8, lower: 16, upper: 24, hasContact: 32, reserved: 36, contact: 40 };
export const CLEARANCE = { bytes: 152, size: 0, reserved: 4, distance: 8, lower: 16, upper: 24, fraction: 32, answer: 40 };
export const CROSSING = { bytes: 120, size: 0, isCrossing: 4, entry: 8, exit: 32, normalIn: 56, normalOut: 80, leavesIn: 104, leavesOut: 112 };
export const RELATION = { bytes: 48, size: 0, relation: 4, isOpen: 8, hasPoint: 12, leafA: 16, leafB: 20, point: 24 };
export const OVERLAP = { bytes: 64, size: 0, isOpen: 4, diameter: 8, lower: 16, upper: 24, hasMiddle: 32, reserved: 36, middle: 40 };
export const WAY_OUT = { bytes: 56, size: 0, reserved: 4, distance: 8, lower: 16, upper: 24, normal: 32 };
export const REPORT = { bytes: 64, size: 0, isClosed: 4, insideOut: 8, reserved: 12, openEdges: 16, crowdedEdges: 24, turnedEdges: 32, degenerateTriangles: 40, repeatedTriangles: 48, parts: 56 };
export const RULE = { bytes: 48, size: 0, flags: 4, a: 8, b: 12, below: 16, above: 24, overlapAbove: 32, contact: 40 };
export const FINDING = { bytes: 152, size: 0, kind: 4, a: 8, b: 12, relation: 16, exactRelation: 20, flags: 24, reserved: 28, overlap: 32, answer: 40 };

/** All structs, in the order of the module's list. */
export const STRUCTS = { SHAPE, OPTIONS, ANSWER, CONTACT, GRADIENT, MOTION, CAST, CLEARANCE, CROSSING, RELATION, OVERLAP, WAY_OUT, REPORT, RULE, FINDING };

/** Kinds of shape. */
export const KIND = { ball: 1, box: 2, capsule: 3, triangle: 4, ellipsoid: 5, cylinder: 6, cone: 7, halfSpace: 8, points: 9, hull: 10, own: 11, mesh: 12, outline: 13, compound: 14 };

export const PLANE = 1;
export const FLOAT32 = 2;
export const UINT16 = 4;
export const OPEN = 8;
export const NO_LEAF = 0xffffffff;

/** The version of the interface that these places belong to. */
export const ABI = 1;
