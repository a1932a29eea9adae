import { QueryClient } from "@tanstack/react-query";
import { type AnswerOf, addressSchema, lamports, localCacheKeys, type routes, tokenIdSchema } from "@tribe/contract";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { browserStorage } from "../../storage/browser-storage.ts";
import { keys } from "../keys.ts";
import { persistQueries, restoreQueries } from "./persisted-queries.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const page: AnswerOf<typeof routes.market.list> = {
  tokens: [
    {
      mint: address,
      tokenId: z.decode(tokenIdSchema, "7"),
      name: "Mara",
      symbol: "MARA",
      pfp: null,
      creatorName: "Mara",
      price: lamports(265_000n),
      priceDayAgo: null,
      volume: lamports(0n),
      memberCount: 1,
      holderCount: 1,
      groupSize: 12,
      newMint: null,
      createdAt: 0,
      marketCap: lamports(0n),
      seatPrice: null,
      dayLine: [0, 100],
    },
  ],
  total: 60,
  nextCursor: "more",
};
const list = { pages: [page, page], pageParams: ["", "more"] };

const stored = new Map<string, string>();
const area = browserStorage(
  () =>
    ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    }) as unknown as Storage, // the three that are used
);
beforeEach(() => stored.clear());

const listKey = keys.tokenList({ tab: "leaderboard", window: "all", search: "", sort: "volume", order: "desc" });
const keepOnce = async (fill: (cache: QueryClient) => void) => {
  const cache = new QueryClient();
  persistQueries(cache, area, 0);
  fill(cache);
  await vi.waitFor(() => expect(stored.size).toBeGreaterThan(0));
};
const restored = () => {
  const cache = new QueryClient();
  restoreQueries(cache, area);
  return cache;
};

it("paints the first page of a listing again, and asks for it anew", async () => {
  await keepOnce((cache) => cache.setQueryData(listKey, list));
  const state = restored().getQueryState(listKey);
  expect(state?.data).toEqual({ pages: [page], pageParams: [""] });
  expect(state?.dataUpdatedAt).toBe(0);
});

it("keeps no search and nothing that is a person's own", async () => {
  await keepOnce((cache) => {
    cache.setQueryData(
      keys.tokenList({ tab: "leaderboard", window: "all", search: "secret crush", sort: "volume", order: "desc" }),
      list,
    );
    cache.setQueryData(keys.balance(address), lamports(1n));
    cache.setQueryData(listKey, list);
  });
  expect([...stored.keys()]).toEqual([localCacheKeys.tokens]);
  expect([...stored.values()].join()).not.toContain("secret crush");
});

it("takes what it cannot read as missing", async () => {
  stored.set(localCacheKeys.tokens, JSON.stringify([[listKey, { pages: "of another version" }]]));
  stored.set(localCacheKeys.users, "not even JSON");
  expect(restored().getQueryCache().getAll()).toEqual([]);
});
