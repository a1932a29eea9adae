import { randomUUID } from "node:crypto";
import type { ListedToken, Ranking, SortKeys } from "./ranking.ts";

/**
 * Sorts tokens by their keys, the greatest first, and equal ones by mint, the greater first. Fastest when they are nearly sorted
 * already.
 */
export const rank = (tokens: readonly ListedToken[], keys: SortKeys): Ranking => {
  const entries = tokens.map((token) => {
    const key = keys.get(token.mint) ?? 0n;
    return { token, key, about: Number(key) };
  });
  // Compared as numbers, which is several times faster, and exactly only if those are equal.
  entries.sort((one, other) => other.about - one.about || exactly(one, other));
  return {
    id: randomUUID(),
    tokens: entries.map(({ token }) => token),
    keys: BigUint64Array.from(entries, ({ key }) => key),
  };
};

interface Entry {
  readonly token: ListedToken;
  readonly key: bigint;
}

const exactly = (one: Entry, other: Entry): number => {
  if (one.key !== other.key) return one.key < other.key ? 1 : -1;
  return one.token.mint < other.token.mint ? 1 : -1;
};
