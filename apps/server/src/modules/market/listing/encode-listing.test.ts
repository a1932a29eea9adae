import { lamports, type Mint, routes, type TokenId, type TokenSummary } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { encodeListing } from "./encode-listing.ts";

const line: TokenSummary = {
  mint: "So11111111111111111111111111111111111111112" as Mint, // an address
  tokenId: 7n as TokenId, // any number
  name: 'Ember "Hall"',
  symbol: "EMB",
  pfp: null,
  creatorName: "Ash",
  price: lamports(225_001n),
  priceDayAgo: null,
  volume: lamports(2n ** 60n),
  memberCount: 1,
  holderCount: 3,
  groupSize: 12,
  newMint: null,
  conversionRate: undefined,
  createdAt: 1_792_979_402_549,
  marketCap: lamports(9n),
  seatPrice: lamports(8n),
  dayLine: [0, 50, 100],
  isTalking: true,
};

/** A different value for each field except the mint, which identifies a line. */
const changes: readonly Partial<TokenSummary>[] = [
  { tokenId: 8n as TokenId }, // as above
  { name: "Ember" },
  { symbol: "EMBR" },
  { pfp: "/icons/icon-192.png" },
  { creatorName: "Flint" },
  { price: lamports(225_002n) },
  { priceDayAgo: lamports(1n) },
  { volume: lamports(2n ** 60n + 1n) },
  { memberCount: 2 },
  { holderCount: 4 },
  { groupSize: 24 },
  { newMint: line.mint },
  { conversionRate: 2_119n },
  { createdAt: 1_792_979_402_550 },
  { marketCap: lamports(10n) },
  { seatPrice: null },
  { dayLine: null },
  { isTalking: false },
];

const bySchema = (answer: Parameters<typeof encodeListing>[0]) =>
  JSON.stringify(z.encode(routes.market.list.answer, answer));

test("a listing is encoded as by its schema, after a change of any field since the last request", () => {
  expect(changes.flatMap(Object.keys).toSorted()).toEqual(
    Object.keys(line)
      .filter((field) => field !== "mint")
      .toSorted(),
  );
  for (const change of changes)
    for (const each of [line, { ...line, ...change }, { ...line, ...change }]) {
      const answer = { tokens: [each, each], total: 2, nextCursor: "a.0.1.b" };
      expect(encodeListing(answer)).toBe(bySchema(answer));
    }
  const empty = { tokens: [], total: 0, nextCursor: null };
  expect(encodeListing(empty)).toBe(bySchema(empty));
});

test("a line that its schema does not allow is not encoded", () => {
  for (const wrong of [
    { dayLine: [101] },
    { dayLine: [0.5] },
    { dayLine: [-1] },
    { price: lamports(0n) - 1n },
    { memberCount: 0.5 },
  ]) {
    const broken = { ...line, ...wrong } as TokenSummary; // invalid on purpose
    expect(() => encodeListing({ tokens: [broken], total: 1, nextCursor: null })).toThrow();
  }
});
