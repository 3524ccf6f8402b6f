// Bodies in a row, as lists of the module: the shapes, and behind all of them a place for the corners of each.

import { SHAPE } from "./layout.js";
import { put } from "./view.js";

const CORNERS = 72;

/** How many bytes so many bodies take. */
export const bytesOf = (count) => count * (SHAPE.bytes + CORNERS);

/** Writes bodies in a row. */
export function write(engine, bodies, field, first) {
  const behind = first + bodies.length * SHAPE.bytes;
  for (let place = 0; place < bodies.length; place++) {
    put(engine, bodies[place], first + place * SHAPE.bytes, behind + place * CORNERS, `${field}[${place}]`);
  }
}

/** Bodies in a row as long as `use` runs; it gets the place of the first one. */
export function withRow(engine, bodies, field, use) {
  return engine.borrow(bytesOf(bodies.length), (first) => {
    write(engine, bodies, field, first);
    return use(first);
  });
}
