import { QueryClient } from "@tanstack/react-query";
import { addressSchema, lamports, type Mint, type TokenSummary, tokenIdSchema } from "@tribe/contract";
import { expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { keys } from "../queries/keys.ts";
import { type Listing, listedTokens, noteListedPrice, withPrices } from "./listing.ts";

const mintOf = (letter: string): Mint => z.parse(addressSchema, letter.repeat(32));
const tokenOf = (letter: string): TokenSummary => ({
  mint: mintOf(letter),
  tokenId: z.decode(tokenIdSchema, "7"),
  name: letter,
  symbol: letter,
  pfp: null,
  creatorName: letter,
  price: lamports(1n),
  priceDayAgo: null,
  volume: lamports(0n),
  memberCount: 1,
  holderCount: 1,
  groupSize: 12,
  newMint: null,
  createdAt: 0,
  marketCap: lamports(0n),
  seatPrice: null,
  dayLine: [],
});
const listingOf = (...pages: string[]): Listing => ({
  pages: pages.map((letters) => ({ tokens: [...letters].map(tokenOf), total: 4, nextCursor: null })),
  pageParams: pages.map(() => ""),
});

it("gives new prices to the tokens that have one, and leaves everything else the very same", () => {
  const listing = listingOf("AB", "CD");
  const [first, second] = withPrices(listing, new Map([[mintOf("B"), lamports(5n)]])).pages;
  expect(first?.tokens.map(({ price }) => price)).toEqual([1n, 5n]);
  expect(first?.tokens[0]).toBe(listing.pages[0]?.tokens[0]);
  expect(second).toBe(listing.pages[1]);
  expect(withPrices(listing, new Map([[mintOf("B"), lamports(1n)]]))).toBe(listing);
});

it("shows a token once, at its first place, though a later page repeats it", () => {
  expect(listedTokens(listingOf("AB", "BC")).map(({ name }) => name)).toEqual(["A", "B", "C"]);
});

it("draws prices that come together at once, and leaves the listing as old as it was", async () => {
  const cache = new QueryClient();
  const key = keys.tokenList({ tab: "leaderboard", window: "all", search: "", sort: "volume", order: "desc" });
  cache.setQueryData<Listing>(key, listingOf("AB"), { updatedAt: 5 });
  const drawn: unknown[] = [];
  cache.getQueryCache().subscribe((event) => event.type === "updated" && drawn.push(event));
  noteListedPrice(cache, mintOf("A"), lamports(2n));
  noteListedPrice(cache, mintOf("A"), lamports(3n));
  noteListedPrice(cache, mintOf("B"), lamports(4n));
  await vi.waitFor(() =>
    expect(cache.getQueryData<Listing>(key)?.pages[0]?.tokens.map(({ price }) => price)).toEqual([3n, 4n]),
  );
  expect(drawn).toHaveLength(1);
  expect(cache.getQueryState(key)?.dataUpdatedAt).toBe(5);
});
