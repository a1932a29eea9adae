/** The first items of a list in an order, without sorting all of them: items that can no longer be among them are dropped. */
export function firstOf<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count <= 0) return [];
  let kept: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) > 0) continue;
    kept.push(item);
    if (kept.length < count * 2 + 64) continue;
    kept = kept.sort(compare).slice(0, count);
    last = kept[count - 1];
  }
  return kept.sort(compare).slice(0, count);
}
