// What can be wrong with a call: an error with a code and a sentence that begins with the field.

const CODES = {
  1: "null_pointer", 2: "unaligned", 3: "unknown", 4: "not_finite", 5: "negative", 6: "empty", 7: "too_many", 8: "bad_index", 9: "bad_stride",
  10: "bad_rotation", 11: "mixed", 12: "wrong_handle", 13: "unsupported", 14: "callback", 15: "busy", 16: "bad_name", 17: "bad_number", 18: "bad_file", 19: "undecided", 99: "bug",
};

/** A refusal. `code` is one of the names above, or "disposed", "foreign", "memory" or "load". */
export class ClearanceError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "ClearanceError";
    this.code = code;
  }
}

/** The name of a code of the module. */
export const codeName = (code) => CODES[code] ?? "bug";

export function refuse(code, message) {
  throw new ClearanceError(code, message);
}

/** What a value looks like in a sentence. */
export function shown(value) {
  if (typeof value === "number") return String(value);
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? `a ${value.constructor?.name ?? "object"}` : `a ${typeof value}`;
}

/** A number that is finite. */
export function finite(value, field) {
  if (typeof value !== "number") refuse("bad_number", `${field} is ${shown(value)}: a number is expected`);
  if (!Number.isFinite(value)) refuse("not_finite", `${field} is ${value}: a finite number is expected`);
  return value;
}

/** A number that is finite and not negative. */
export function length(value, field) {
  if (finite(value, field) < 0) refuse("negative", `${field} is ${value}: a number that is not negative is expected`);
  return value;
}

/** A number that may be infinite. */
export function limit(value, field) {
  if (typeof value !== "number" || Number.isNaN(value)) refuse("bad_number", `${field} is ${shown(value)}: a number or Infinity is expected`);
  return value;
}

/** A whole number from `least` on that 32 bits hold. */
export function count(value, field, least = 0) {
  if (!Number.isInteger(value) || value < least || value > 0x7fffffff) refuse("bad_number", `${field} is ${shown(value)}: a whole number of at least ${least} is expected`);
  return value;
}

/** The coordinates of a vector: an array or typed array of two or three numbers, or `{ x, y }`, `{ x, y, z }`. */
export function vector(value, field, dim) {
  const found = value !== null && typeof value === "object" && typeof value.x === "number" ? (value.z === undefined ? [value.x, value.y] : [value.x, value.y, value.z]) : value;
  const wanted = dim ?? "2 or 3";
  if (!isList(found) || (dim ? found.length !== dim : found.length !== 2 && found.length !== 3)) {
    const is = isList(found) ? `has ${found.length} numbers` : `is ${shown(value)}`;
    refuse("bad_number", `${field} ${is}: a vector of ${wanted} numbers is expected`);
  }
  for (let index = 0; index < found.length; index++) if (!Number.isFinite(found[index])) finite(found[index], `${field}[${index}]`);
  return found;
}

export const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** A fault for every key that means nothing, so that a misspelt option is told. */
export function known(options, names, field) {
  if (options === null || typeof options !== "object") refuse("bad_number", `${field} is ${shown(options)}: an object is expected`);
  for (const key of Object.keys(options)) if (!names.includes(key)) refuse("unknown", `${field}.${key} means nothing: ${names.join(", ")} are known`);
  return options;
}

/** The place of a word in a list. */
export function word(value, words, field) {
  const place = words.indexOf(value);
  if (place < 0) refuse("unknown", `${field} is ${shown(value)}: one of ${words.join(", ")} is expected`);
  return place;
}
