import type { Mint } from "@tribe/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { rank } from "./rank.ts";
import type { ListedToken } from "./ranking.ts";

const tokenOf = (mint: string): ListedToken => ({ mint: mint as Mint, name: "", symbol: "" }); // any text
// Close to each other and above 2^53, where doubles cannot distinguish neighbours.
const volume = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(2n ** 60n, 2n ** 60n + 3n), fc.bigInt(0n, 2n ** 64n - 1n));

it("orders by volume, then by the greater mint, from any previous order", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.base64String({ minLength: 1, maxLength: 4 }), volume, { noNullPrototype: true }),
      (of) => {
        const entries = Object.entries(of);
        const ranking = rank(
          entries.map(([mint]) => tokenOf(mint)),
          new Map(entries.map(([mint, sum]) => [mint as Mint, sum])), // as above
        );
        const sorted = entries.sort(([a, x], [b, y]) => (x === y ? (a < b ? 1 : -1) : x < y ? 1 : -1));
        expect(ranking.tokens.map(({ mint }) => mint)).toEqual(sorted.map(([mint]) => mint));
        expect([...ranking.keys]).toEqual(sorted.map(([, sum]) => sum));
      },
    ),
  );
});

it("counts a token without a volume as zero", () => {
  const { tokens, keys } = rank([tokenOf("a"), tokenOf("b")], new Map([["a" as Mint, 1n]])); // as above
  expect(tokens.map(({ mint }) => mint)).toEqual(["a", "b"]);
  expect([...keys]).toEqual([1n, 0n]);
});
