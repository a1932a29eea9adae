import type { Mint } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import {
  fold,
  type ListedToken,
  type PageEnd,
  pageOf,
  type Ranking,
  type RankingOrder,
  readCursor,
  writeCursor,
} from "./ranking.ts";

const tokenOf = (mint: string, name: string, symbol: string): ListedToken => ({
  mint: mint as Mint, // any text
  name: fold(name),
  symbol: fold(symbol),
});

const rankingOf = (id: string, entries: readonly (readonly [ListedToken, bigint])[]): Ranking => {
  const sorted = [...entries].sort(([a, x], [b, y]) => (x === y ? (a.mint < b.mint ? 1 : -1) : x < y ? 1 : -1));
  return { id, tokens: sorted.map(([token]) => token), keys: BigUint64Array.from(sorted.map(([, value]) => value)) };
};

const ember = tokenOf("E", "Ember Hall", "EMB");
const camp = tokenOf("C", "Camp Ember", "CAM");
const remember = tokenOf("R", "Remember", "REM");
const emb = tokenOf("X", "Somebody", "Ｅｍｂｅｒ");
const small = rankingOf("one", [
  [remember, 9n],
  [camp, 5n],
  [ember, 5n],
  [emb, 0n],
]);

/** All pages from the first to the last. */
const scroll = (
  rankings: (page: number) => Ranking,
  search: string,
  limit: number,
  order: RankingOrder = "desc",
): Mint[] => {
  const seen: Mint[] = [];
  let place: PageEnd | null = null;
  for (let page = 0; page < 1_000; page++) {
    const { tokens, next } = pageOf(rankings(page), search, place, limit, order);
    seen.push(...tokens.map(({ mint }) => mint));
    if (!next) return seen;
    place = readCursor(writeCursor(next));
  }
  throw new Error("it never ends");
};

describe("a page", () => {
  it("contains every token of a ranking once, in its order, for any page size", () => {
    const many = rankingOf(
      "many",
      Array.from(
        { length: 137 },
        (_, index) => [tokenOf(`m${index}`, `Tribe ${index}`, "T"), BigInt(index % 7)] as const,
      ),
    );
    const whole = many.tokens.map(({ mint }) => mint);
    for (const limit of [1, 7, 50, 136, 137, 200]) {
      expect(scroll(() => many, "", limit)).toEqual(whole);
      expect(scroll(() => many, "", limit, "asc")).toEqual(whole.toReversed());
    }
  });

  it("shows exact matches first, then word prefixes, then the rest, each by rank", () => {
    expect(scroll(() => small, "  EMBER ", 1)).toEqual(["X", "E", "C", "R"]);
    expect(scroll(() => small, "  EMBER ", 1, "asc")).toEqual(["X", "C", "E", "R"]);
    expect(pageOf(small, "emb", null, 10)).toMatchObject({ total: 4, next: null });
    expect(scroll(() => small, "emb", 2)).toEqual(["E", "C", "X", "R"]);
    expect(pageOf(small, "nobody", null, 10)).toEqual({ tokens: [], total: 0, next: null });
  });

  it("continues below the last volume when the order has changed", () => {
    const later = rankingOf("two", [
      [remember, 9n],
      [camp, 4n],
      [ember, 20n],
      [emb, 0n],
    ]);
    expect(scroll((page) => (page === 0 ? small : later), "", 2)).toEqual(["R", "E", "C", "X"]);
  });

  it("is empty for an empty ranking", () => {
    expect(pageOf(rankingOf("none", []), "", null, 10)).toEqual({ tokens: [], total: 0, next: null });
  });
});
