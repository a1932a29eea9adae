/** The first items of a list in an order, without sorting all of them: items that can no longer be among them are dropped. */
export function firstOf<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count <= 0) return [];
  let first: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) > 0) continue;
    first.push(item);
    if (first.length < count * 2 + 64) continue;
    first = first.sort(compare).slice(0, count);
    last = first[count - 1];
  }
  return first.sort(compare).slice(0, count);
}
