import { stringifyJson } from "./json.ts";

// Maximum depth of a lazy list in an answer: answer, result, value, and a field of it.
const DEEPEST = 4;

/** Instead of an item: nothing to write yet, but others may take their turn. */
export const PAUSE = Symbol("pause");

/** Items that may be processed between two pauses. */
export const ITEMS_PER_PAUSE = 1024;

/** A list in an answer whose items are created while the answer is written. It can be read once. */
export class LazyList {
  readonly items: Iterable<unknown>;

  constructor(items: Iterable<unknown>) {
    this.items = items;
  }
}

/** A value's JSON; in pieces if it contains lazy lists, so that the writer can pause in between. */
export function jsonPieces(value: object): string | Generator<string> {
  return holdsList(value, DEEPEST) ? pieces(value, DEEPEST) : stringifyJson(value);
}

function holdsList(value: unknown, depth: number): boolean {
  if (value instanceof LazyList) return true;
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((inner) => holdsList(inner, depth - 1));
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (value instanceof LazyList) {
    let before = "[";
    for (const item of value.items) {
      if (item === PAUSE) {
        yield "";
        continue;
      }
      yield before + (typeof item === "number" ? item : stringifyJson(item));
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
    return;
  }
  if (!holdsList(value, depth)) {
    yield stringifyJson(value);
    return;
  }
  let before = "{";
  for (const [name, inner] of Object.entries(value as object)) {
    // holdsList says that it is one
    if (inner === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* pieces(inner, depth - 1);
    before = ",";
  }
  yield "}";
}
