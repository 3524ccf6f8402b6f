// Many bodies with names, and rules for their pairs.

import { answerAt } from "./answers.js";
import { MORE, A, FIRST } from "./engine.js";
import { count, isList, known, length, refuse, shown } from "./fault.js";
import { FINDING, PLANE, RULE, SHAPE } from "./layout.js";
import { RELATIONS } from "./solids.js";
import { Owned, TRANSLATION, single, stand } from "./view.js";

const SKIP = 1;
const [BELOW, ABOVE, OVERLAP_ABOVE, CONTACT_LENGTH, CONTACT_AUTO] = [2, 4, 8, 16, 32];
const KINDS = ["hard", "gap", "touch", "duplicate"];
const [BROKEN, TOO_FAR, IS_OPEN, NEAR_BAND, HAS_OVERLAP] = [1, 2, 4, 8, 16];

function text(value, field) {
  if (typeof value !== "string" || value.includes("\0")) refuse("bad_name", `${field} is ${shown(value)}: text is expected`);
  return value;
}

export class Scene {
  #engine;
  #owned;
  #dim;
  #names = [];

  constructor(engine, dim) {
    const pointer = engine.made("cl_scene_new", dim === 2 ? PLANE : 0);
    this.#engine = engine;
    this.#dim = dim;
    this.#owned = new Owned(engine, pointer, () => engine.free("cl_scene_free", pointer));
  }

  /** The names, in the order in which they were added. */
  get names() {
    return [...this.#names];
  }

  get #handle() {
    if (this.#owned.isDisposed) refuse("disposed", "the scene was disposed");
    return this.#owned.pointer;
  }

  /** Adds a mesh, or in the plane an outline, where it stands. It may be disposed afterwards. */
  add(name, body) {
    const engine = this.#engine;
    text(name, "name");
    engine.withText(name, (pointer) => {
      single(engine, body, "body");
      engine.call("cl_scene_add", this.#handle, pointer, engine.base + A, engine.base + MORE);
    });
    this.#names.push(name);
    return this;
  }

  /** A further name, which other objects may have, too. Patterns match it as they match the name. */
  addToGroup(name, group) {
    this.#engine.withText(text(group, "group"), (pointer) => this.#engine.call("cl_scene_add_to_group", this.#handle, this.#number(name), pointer));
    return this;
  }

  moveTo(name, translation, rotation) {
    const engine = this.#engine;
    const image = new Float64Array(SHAPE.bytes >>> 3);
    stand(image, translation, rotation, this.#dim, text(name, "name"));
    engine.f64.set(image.subarray(TRANSLATION), (engine.base + FIRST) >>> 3);
    engine.call("cl_scene_set_pose", this.#handle, this.#number(name), engine.base + FIRST);
    return this;
  }

  #number(name) {
    const place = this.#names.indexOf(text(name, "name"));
    if (place < 0) refuse("bad_name", `name is ${shown(name)}: the scene has no such body`);
    return place;
  }

  /** Adds a rule. The first that matches a pair holds for it. */
  rule(a, b, options) {
    const engine = this.#engine;
    const { below, above, overlapAbove, contact, skip } = known(options, ["below", "above", "overlapAbove", "contact", "skip"], "rule");
    const limits = [[below, BELOW, "below"], [above, ABOVE, "above"], [overlapAbove, OVERLAP_ABOVE, "overlapAbove"], [contact === "auto" ? undefined : contact, CONTACT_LENGTH, "contact"]];
    engine.withText(text(a, "a"), (first) =>
      engine.withText(text(b, "b"), (second) =>
        engine.borrow(RULE.bytes, (at) => {
          let flags = (skip ? SKIP : 0) | (contact === "auto" ? CONTACT_AUTO : 0);
          for (const [value, flag, member] of limits) {
            if (value !== undefined) flags |= flag;
            engine.f64[(at + RULE[member]) >>> 3] = value === undefined ? 0 : length(value, `rule.${member}`);
          }
          for (const [member, value] of [["size", RULE.bytes], ["flags", flags], ["a", first], ["b", second]]) engine.u32[(at + RULE[member]) >>> 2] = value;
          engine.call("cl_scene_add_rule", this.#handle, at);
        }),
      ),
    );
    return this;
  }

  clearRules() {
    this.#engine.call("cl_scene_clear_rules", this.#handle);
    return this;
  }

  /** All pairs that break a limit: `below` is that of pairs to which no rule gives one. */
  below(limit = 0) {
    length(limit, "limit");
    return this.#findings("cl_scene_below", 64, [limit]);
  }

  /** The nearest pairs that the rules do not skip. */
  nearest(most) {
    return this.#findings("cl_scene_nearest", count(most, "count"), []);
  }

  #findings(name, capacity, words) {
    const engine = this.#engine;
    const { found, rows } = engine.borrow(Math.max(1, capacity) * FINDING.bytes, (at) => {
      for (let row = 0; row < capacity; row++) engine.u32[(at + row * FINDING.bytes) >>> 2] = 0;
      engine.call(name, this.#handle, ...words, at, 0, capacity, engine.base + MORE);
      const found = engine.u32[(engine.base + MORE) >>> 2];
      return { found, rows: Array.from({ length: Math.min(found, capacity) }, (_, row) => this.#finding(at + row * FINDING.bytes)) };
    });
    return found > capacity && name === "cl_scene_below" ? this.#findings(name, found, words) : rows;
  }

  #finding(at) {
    const engine = this.#engine;
    const word = (member) => engine.u32[(at + FINDING[member]) >>> 2];
    const has = (flag) => (word("flags") & flag) !== 0;
    return {
      a: this.#names[word("a")],
      b: this.#names[word("b")],
      kind: KINDS[word("kind")],
      relation: RELATIONS[word("relation")],
      exact: RELATIONS[word("exactRelation")],
      isBroken: has(BROKEN),
      isTooFar: has(TOO_FAR),
      isOpen: has(IS_OPEN),
      nearBand: has(NEAR_BAND),
      overlap: has(HAS_OVERLAP) ? engine.f64[(at + FINDING.overlap) >>> 3] : null,
      answer: answerAt(engine, at + FINDING.answer, this.#dim),
    };
  }

  dispose() {
    this.#owned.dispose();
  }
}
if (Symbol.dispose) {
  Scene.prototype[Symbol.dispose] = Scene.prototype.dispose;
}

/** The word that makes scenes, for an instance. */
export function scenes(engine) {
  return {
    /** A scene, empty or with bodies by name. */
    scene(bodies = {}, options = {}) {
      const { dim } = known(options, ["dim"], "options");
      if (bodies === null || typeof bodies !== "object" || isList(bodies)) refuse("bad_number", `bodies is ${shown(bodies)}: an object of bodies by name is expected`);
      const entries = Object.entries(bodies);
      const scene = new Scene(engine, dim ?? entries[0]?.[1]?.dim ?? 3);
      for (const [name, body] of entries) scene.add(name, body);
      return scene;
    },
  };
}
