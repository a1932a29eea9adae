/**
 * The first of many in an order, in that order, without sorting them all: what can no longer be among them is dropped on
 * the way.
 */
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
