// Questions about bodies at rest.

import { answerAt, answerInto, asked, give, place, vectorAt } from "./answers.js";
import { A, B, FIRST, MORE, SECOND } from "./engine.js";
import { count, finite, known, limit, refuse, shown } from "./fault.js";
import { ANSWER, CONTACT, GRADIENT, WAY_OUT } from "./layout.js";
import { pair, single } from "./view.js";

const FEATURES = ["face", "edge", "vertex", "deepest"];

function ask(name, a, b, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const out = place(engine);
  engine.call(name, base + A, base + B, asked(engine, options), out);
  return [engine, out, dim];
}

/** The distance of two bodies of any kinds: 0 where they meet. For meshes it is that of the triangles. */
export function distance(a, b, options) {
  const [engine, out, dim] = ask("cl_distance", a, b, options);
  return answerAt(engine, out, dim);
}

/** The same into an object of the caller. */
export function distanceInto(a, b, answer, options) {
  if (!answer?.pointA || !answer.pointB || !answer.normal) refuse("bad_number", `out is ${shown(answer)}: an object of \`emptyAnswer()\` is expected`);
  const [engine, out, dim] = ask("cl_distance", a, b, options);
  return answerInto(engine, out, dim, answer);
}

/** The distance of two convex shapes, or minus their depth. */
export function signedDistance(a, b, options) {
  const [engine, out, dim] = ask("cl_signed_distance", a, b, options);
  return answerAt(engine, out, dim);
}

/** The distance if it is at most a limit; else null. Bodies that meet are 0 apart, so nothing is within a negative limit. */
export function within(a, b, maxDistance, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const out = place(engine);
  engine.call("cl_within", base + A, base + B, asked(engine, options, limit(maxDistance, "maxDistance")), out, base + MORE);
  return engine.u32[(base + MORE) >>> 2] === 1 ? answerAt(engine, out, dim) : null;
}

function verdict(name, a, b, ...more) {
  const { engine } = a._;
  pair(engine, a, b);
  const { base } = engine;
  engine.call(name, base + A, base + B, ...more.map((word) => word(engine)), base + MORE);
  return engine.u32[(base + MORE) >>> 2] === 1;
}

/** Whether two bodies have a common point. Touching is common. */
export function overlaps(a, b, options) {
  return verdict("cl_overlaps", a, b, (engine) => asked(engine, options));
}

/** Whether the distance is less than a limit. Equality is decided: it is not less. */
export function isBelow(a, b, below) {
  return verdict("cl_is_below", a, b, () => limit(below, "limit"));
}

/** The point of a body (`pointA`) that is nearest to a point (`pointB`). For convex shapes the distance is signed. */
export function closestPoint(body, point, options) {
  const { engine, dim } = body._;
  single(engine, body, "body");
  const { base } = engine;
  const out = place(engine);
  engine.call("cl_closest_point", base + A, give(engine, point, base + FIRST, dim, "point"), asked(engine, options), out);
  return answerAt(engine, out, dim);
}

/** The nearest pairs of leaves, the nearest first. */
export function nearestPairs(a, b, most, maxDistance = Infinity) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const capacity = count(most, "count");
  limit(maxDistance, "maxDistance");
  return engine.borrow(capacity * ANSWER.bytes, (rows) => {
    engine.call("cl_nearest_pairs", base + A, base + B, maxDistance, rows, 0, capacity, base + MORE);
    const found = engine.u32[(base + MORE) >>> 2];
    return Array.from({ length: found }, (_, row) => answerAt(engine, rows + row * ANSWER.bytes, dim));
  });
}

/** How far B must move along a direction until the interiors of two convex shapes part. */
export function wayOut(a, b, direction, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const out = place(engine, WAY_OUT.bytes);
  engine.call("cl_way_out", base + A, base + B, give(engine, direction, base + FIRST, dim, "direction"), asked(engine, options), out);
  const number = (member) => engine.f64[(out + WAY_OUT[member]) >>> 3];
  return { distance: number("distance"), lower: number("lower"), upper: number("upper"), normal: vectorAt(engine, out + WAY_OUT.normal, dim) };
}

/** All contacts of two convex shapes that are no farther apart than a margin. */
export function contacts(a, b, margin = 0, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  finite(margin, "margin");
  const read = (capacity) =>
    engine.borrow(capacity * CONTACT.bytes, (rows) => {
      engine.call("cl_contacts", base + A, base + B, margin, asked(engine, options), base + FIRST, rows, 0, capacity, base + MORE);
      const found = engine.u32[(base + MORE) >>> 2];
      if (found > capacity) return read(found);
      const normal = vectorAt(engine, base + FIRST, dim);
      return { normal, contacts: Array.from({ length: found }, (_, row) => contactAt(engine, rows + row * CONTACT.bytes, dim)) };
    });
  return read(16);
}

function contactAt(engine, at, dim) {
  const word = (member) => engine.u32[(at + CONTACT[member]) >>> 2];
  const feature = (kind, index) => ({ feature: FEATURES[word(kind)], index: word(index) });
  return {
    pointA: vectorAt(engine, at + CONTACT.pointA, dim),
    pointB: vectorAt(engine, at + CONTACT.pointB, dim),
    separation: engine.f64[(at + CONTACT.separation) >>> 3],
    a: feature("featureA", "indexA"),
    b: feature("featureB", "indexB"),
  };
}

/** How the signed distance of two convex shapes changes with small motions. */
export function gradient(a, b, options) {
  const { centerA, centerB, ...rest } = options === undefined ? {} : known(options, ["centerA", "centerB", "precision", "maxIterations", "tolerance", "cache"], "options");
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const center = (value, at, field) => (value === undefined ? 0 : give(engine, value, at, dim, field));
  const centers = [center(centerA, base + FIRST, "options.centerA"), center(centerB, base + SECOND, "options.centerB")];
  const out = place(engine, GRADIENT.bytes);
  engine.call("cl_gradient", base + A, base + B, ...centers, Object.keys(rest).length > 0 ? asked(engine, rest) : 0, out);
  const vector = (member) => vectorAt(engine, out + GRADIENT[member], dim);
  const turn = (member) => (dim === 2 ? engine.f64[((out + GRADIENT[member]) >>> 3) + 2] : vector(member));
  return {
    isRegular: engine.u32[(out + GRADIENT.regular) >>> 2] === 1,
    translationA: vector("translationA"),
    turnA: turn("turnA"),
    translationB: vector("translationB"),
    turnB: turn("turnB"),
    witnessMargin: engine.f64[(out + GRADIENT.witnessMargin) >>> 3],
    facetMargin: engine.f64[(out + GRADIENT.facetMargin) >>> 3],
    answer: answerAt(engine, out + GRADIENT.answer, dim),
  };
}

/** Checks a support function against itself, in 218 directions. For tests. */
export function checkSupport(body) {
  const { engine } = body._;
  single(engine, body, "body");
  engine.call("cl_check_support", engine.base + A);
}
