// Questions about bodies that move.

import { answerAt, asked, give, leafAt, place, vectorAt } from "./answers.js";
import { A, B, FIRST, SECOND } from "./engine.js";
import { finite, known } from "./fault.js";
import { CAST, CLEARANCE, CROSSING, MOTION } from "./layout.js";
import { pair, single } from "./view.js";

const OUTCOME = ["clear", "hit", "near"];

function castAt(engine, at, dim) {
  const number = (member) => engine.f64[(at + CAST[member]) >>> 3];
  const hasContact = engine.u32[(at + CAST.hasContact) >>> 2] === 1;
  return {
    outcome: OUTCOME[engine.u32[(at + CAST.outcome) >>> 2]],
    fraction: number("fraction"),
    lower: number("lower"),
    upper: number("upper"),
    contact: hasContact ? answerAt(engine, at + CAST.contact, dim) : null,
  };
}

/** B moves by `travel`, and A rests. */
export function cast(a, b, travel, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const out = place(engine, CAST.bytes);
  engine.call("cl_cast", base + A, base + B, give(engine, travel, base + FIRST, dim, "travel"), asked(engine, options), out);
  return castAt(engine, out, dim);
}

/** A point moves from `origin` by `travel`. */
export function castRay(body, origin, travel, options) {
  const { engine, dim } = body._;
  single(engine, body, "body");
  const { base } = engine;
  const ray = [give(engine, origin, base + FIRST, dim, "origin"), give(engine, travel, base + SECOND, dim, "travel")];
  const out = place(engine, CAST.bytes);
  engine.call("cl_ray", base + A, ...ray, asked(engine, options), out);
  return castAt(engine, out, dim);
}

/** Writes a motion, and gives its place: 0 for none. A turn in the plane is an angle. */
function motionAt(engine, motion, at, dim, field) {
  if (motion === undefined || motion === null) return 0;
  const { travel, turn, center } = known(motion, ["travel", "turn", "center"], field);
  engine.f64.fill(0, at >>> 3, (at + MOTION.bytes) >>> 3);
  if (travel !== undefined) give(engine, travel, at + MOTION.travel, dim, `${field}.travel`);
  if (center !== undefined) give(engine, center, at + MOTION.center, dim, `${field}.center`);
  if (turn === undefined) return at;
  if (dim === 2) engine.f64[(at + MOTION.turn + 16) >>> 3] = finite(turn, `${field}.turn`);
  else give(engine, turn, at + MOTION.turn, 3, `${field}.turn`);
  return at;
}

function bothMotions(engine, motions, dim) {
  const { a, b } = known(motions, ["a", "b"], "motions");
  return [motionAt(engine, a, engine.base + FIRST, dim, "motions.a"), motionAt(engine, b, engine.base + SECOND, dim, "motions.b")];
}

/** Both travel and turn: `{ a: motion, b: motion }`. */
export function impact(a, b, motions, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const [first, second] = bothMotions(engine, motions, dim);
  const out = place(engine, CAST.bytes);
  engine.call("cl_impact", base + A, first, base + B, second, asked(engine, options), out);
  return castAt(engine, out, dim);
}

/** How near two bodies come on their way, and when. */
export function leastClearance(a, b, motions, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const [first, second] = bothMotions(engine, motions, dim);
  const out = place(engine, CLEARANCE.bytes);
  engine.call("cl_least_clearance", base + A, first, base + B, second, asked(engine, options), out);
  const number = (member) => engine.f64[(out + CLEARANCE[member]) >>> 3];
  return {
    distance: number("distance"),
    lower: number("lower"),
    upper: number("upper"),
    fraction: number("fraction"),
    answer: answerAt(engine, out + CLEARANCE.answer, dim),
  };
}

/** When B, moved along the whole line of a direction, enters A and leaves it; null if the line misses. */
export function crossing(a, b, direction, options) {
  const { engine } = a._;
  const dim = pair(engine, a, b);
  const { base } = engine;
  const out = place(engine, CROSSING.bytes);
  engine.call("cl_crossing", base + A, base + B, give(engine, direction, base + FIRST, dim, "direction"), asked(engine, options), out);
  if (engine.u32[(out + CROSSING.isCrossing) >>> 2] === 0) return null;
  const bracket = (member) => {
    const [fraction, lower, upper] = vectorAt(engine, out + CROSSING[member], 3);
    return { fraction, lower, upper };
  };
  const leaves = (member) => [leafAt(engine, out + CROSSING[member]), leafAt(engine, out + CROSSING[member] + 4)];
  return {
    entry: bracket("entry"),
    exit: bracket("exit"),
    normalIn: vectorAt(engine, out + CROSSING.normalIn, dim),
    normalOut: vectorAt(engine, out + CROSSING.normalOut, dim),
    leavesIn: leaves("leavesIn"),
    leavesOut: leaves("leavesOut"),
  };
}
