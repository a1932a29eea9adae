/** Deeper than anything that a route takes, and shallow enough to be walked. */
const maxDepth = 16;

/** A text that can't be stored or passed on, by its place in the value, and the rule that it breaks. */
export interface BadText {
  readonly path: readonly string[];
  readonly rule: string;
}

/** PostgreSQL holds no U+0000, and UTF-8 no half of a surrogate pair. */
const unusable = /\0|\p{Surrogate}/u;
const rule = "must not have a null character or half of a surrogate pair";

/** Finds the first text in a value of JSON, names included, that can be neither stored nor sent; null when all can. */
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
