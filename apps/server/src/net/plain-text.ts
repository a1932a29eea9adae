/** Deeper than any route's input, and shallow enough for recursion. */
const maxDepth = 16;

/** A text that can't be stored or passed on: its path in the value, and the rule that it breaks. */
export interface BadText {
  readonly path: readonly string[];
  readonly rule: string;
}

/** PostgreSQL cannot store U+0000, and UTF-8 cannot encode half of a surrogate pair. */
const unusable = /\0|\p{Surrogate}/u;
const rule = "must not have a null character or half of a surrogate pair";

/** Finds the first text in a JSON value, names included, that can't be stored or sent; null when all can. */
export const findBadText = (value: unknown, path: readonly string[] = []): BadText | null => {
  if (typeof value === "string") return unusable.test(value) ? { path, rule } : null;
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= maxDepth) return { path, rule: "is nested too deeply" };
  for (const [name, member] of Object.entries(value)) {
    const found = unusable.test(name) ? { path, rule: `${rule} in a name` } : findBadText(member, [...path, name]);
    if (found) return found;
  }
  return null;
};
