import type { seededRandom } from "../../support/random.ts";

export type Random = ReturnType<typeof seededRandom>;

/** A random item of a list. */
export const oneOf = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[random.between(0, items.length - 1)] ?? items[0];

/** True with a probability of `percent`. */
export const chance = (random: Random, percent: number): boolean => random.between(1, 100) <= percent;

export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const bytes = (random: Random, count: number): Buffer => {
  const buffer = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at += 1) buffer[at] = random.between(0, 255);
  return buffer;
};

/** Changes some bytes of a text: flips, removes or doubles them. */
export const damaged = (random: Random, text: string): Buffer => {
  let buffer: Buffer = Buffer.from(text, "latin1");
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    const at = random.between(0, Math.max(0, buffer.length - 1));
    const length = random.between(1, 32);
    const [before, here, after] = [
      buffer.subarray(0, at),
      buffer.subarray(at, at + length),
      buffer.subarray(at + length),
    ];
    buffer = Buffer.concat(
      oneOf(random, [
        [before, bytes(random, length), after],
        [before, after],
        [before, here, here, after],
      ]),
    );
  }
  return buffer;
};
