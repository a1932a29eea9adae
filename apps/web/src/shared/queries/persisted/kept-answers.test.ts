import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { addressSchema, lamports, type Mint } from "@tribe/contract";
import { createStore, entries, set } from "idb-keyval";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { isEarlier } from "../is-awaited.ts";
import { keys } from "../keys.ts";
import { type AnswerOwner, forgetAnswers, keepAnswers, restoreAnswers } from "./kept-answers.ts";
import { ofThisPage } from "./of-this-page.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const owner = (sessionId: string | null, build = "one"): AnswerOwner => ({ sessionId: () => sessionId, build });
const table = () => createStore("tribe:v1:answers", "answers");
const count = async () => (await entries(table())).length;
const mara = owner("mara");

/** The browser's stored answers after somebody has seen these, in an earlier page: never in this one's first millisecond. */
const see = async (by: AnswerOwner, seen: readonly (readonly [readonly unknown[], unknown])[], kept = seen.length) => {
  const cache = new QueryClient();
  keepAnswers(cache, by, 0);
  for (const [key, data] of seen) cache.setQueryData(key, data);
  const seenAt = performance.now();
  await vi.waitFor(async () => expect(await count()).toBe(kept), { timeout: 20_000 });
  await vi.waitFor(() => expect(performance.now() - seenAt).toBeGreaterThan(2), { timeout: 20_000 });
  return cache;
};
const restored = async (by: AnswerOwner, cache = new QueryClient()) => {
  await restoreAnswers(cache, by);
  return cache;
};

beforeEach(async () => {
  forgetAnswers();
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 20_000 });
});

it("gives what was seen last back, with its age, to be asked for anew where it is shown", async () => {
  const price = { price: lamports(7n) };
  const before = await see(mara, [[keys.token(mint), price]]);
  const cache = await restored(mara);
  const state = cache.getQueryState(keys.token(mint));
  expect(state).toMatchObject({ data: price, isInvalidated: true, status: "success" });
  expect(state?.dataUpdatedAt).toBe(before.getQueryState(keys.token(mint))?.dataUpdatedAt);
});

it("has what was seen last asked for anew also when a frame has changed a part of it meanwhile", async () => {
  const [queryKey, old] = [keys.token(mint), { price: lamports(7n), subscribeState: "active" }];
  const seenAt = (await see(mara, [[queryKey, old]])).getQueryState(queryKey)?.dataUpdatedAt;
  const cache = new QueryClient();
  keepAnswers(cache, mara, 0);
  await restored(mara, cache);
  cache.setQueryData<typeof old>(queryKey, (known) => known && { ...known, price: lamports(8n) });
  expect(cache.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, dataUpdatedAt: seenAt });
  expect(cache.getQueryData(queryKey)).toEqual({ ...old, price: lamports(8n) });
  const asked = await cache.fetchQuery({
    queryKey,
    queryFn: () => ({ ...old, subscribeState: "expired" }),
    staleTime: Infinity,
  });
  expect(asked.subscribeState).toBe("expired");
  cache.setQueryData<typeof old>(queryKey, (known) => known && { ...known, price: lamports(9n) });
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(false);
  const written = async () => (await entries(table())).map(([, value]) => value.data);
  await vi.waitFor(async () => expect(await written()).toEqual([{ price: lamports(9n), subscribeState: "expired" }]), {
    timeout: 20_000,
  });
});

it.each([
  ["ahead when it was kept", 3_600_000, 0],
  ["set back since", 0, -3_600_000],
])("tells what was kept from what this page has asked for, also with a clock that was %s", async (_how, kept, now) => {
  const queryKey = keys.balance(mint);
  const clock = vi.spyOn(Date, "now");
  const from = performance.timeOrigin + 1_000;
  try {
    clock.mockReturnValue(from + kept);
    await see(mara, [[queryKey, lamports(1n)]]);
    clock.mockReturnValue(from + now);
    const cache = new QueryClient();
    keepAnswers(cache, mara, 0);
    await restored(mara, cache);
    const isKept = () => isEarlier({ dataUpdatedAt: cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0 });
    expect(isKept()).toBe(true);
    await cache.fetchQuery({ queryKey, queryFn: () => lamports(2n) });
    expect(isKept()).toBe(false);
    await vi.waitFor(async () => expect((await entries(table()))[0]?.[1].data).toBe(2n), { timeout: 20_000 });
  } finally {
    clock.mockRestore();
  }
});

it("has what something is opened by asked for anew where it was kept, and not where this page was given it", async () => {
  const queryKey = keys.token(mint);
  await see(mara, [[queryKey, { newMint: null }]]);
  const cache = await restored(mara);
  const queryFn = vi.fn(() => ({ newMint: mint }));
  const open = (by = cache) => by.fetchQuery<{ newMint: Mint | null }>({ queryKey, queryFn, staleTime: ofThisPage });
  expect([await open(), await open()]).toEqual([{ newMint: mint }, { newMint: mint }]);
  // A trade frame arrived: the page refetches.
  await cache.invalidateQueries({ queryKey });
  await open();
  const fresh = new QueryClient();
  fresh.setQueryData(queryKey, { newMint: null }, { updatedAt: 0 });
  expect(await open(fresh)).toEqual({ newMint: null });
  expect(queryFn).toHaveBeenCalledTimes(1);
});

it("gives no pause back: it may be over", async () => {
  const config = { appUrl: "x", isSystemPaused: true };
  await see(mara, [[keys.config(), config]]);
  const cache = await restored(mara);
  expect(cache.getQueryData(keys.config())).toEqual({ ...config, isSystemPaused: false });
});

it("keeps an answer however late a busy browser tells of it", async () => {
  const now = vi.spyOn(Date, "now");
  let time = 1_800_000_000_000;
  now.mockImplementation(() => (time += 5_000));
  try {
    await see(mara, [[keys.balance(mint), lamports(1n)]]);
  } finally {
    now.mockRestore();
  }
  expect(await count()).toBe(1);
});

it("leaves what the cache has already: it is newer", async () => {
  await see(mara, [[keys.balance(mint), lamports(1n)]]);
  const cache = new QueryClient();
  cache.setQueryData(keys.balance(mint), lamports(2n));
  await restored(mara, cache);
  expect(cache.getQueryData(keys.balance(mint))).toBe(2n);
});

it("keeps neither a search nor a quote", async () => {
  const seen = [
    [["people", "secret crush"], []],
    [["swap quote", mint, "5"], {}],
    [keys.config(), { appUrl: "x" }],
  ] as const;
  await see(mara, seen, 1);
  expect((await entries(table())).map(([, value]) => value.key)).toEqual([["config"]]);
});

it("gives what a visitor has seen to who signs in then: it is what anybody may see", async () => {
  await see(owner(null), [[keys.token(mint), { newMint: null }]]);
  const cache = await restored(mara);
  const state = cache.getQueryState(keys.token(mint));
  expect(state).toMatchObject({ data: { newMint: null }, isInvalidated: true });
  expect(isEarlier({ dataUpdatedAt: state?.dataUpdatedAt ?? 0 })).toBe(true);
  expect(await count()).toBe(1);
});

it("leaves what is kept alone where a frame changes what came with the page, as anybody sees it, before it is asked for", async () => {
  const queryKey = keys.token(mint);
  await see(mara, [[queryKey, { price: 7n }]]);
  const cache = new QueryClient();
  keepAnswers(cache, mara, 0);
  cache.setQueryData(queryKey, { price: 8n }, { updatedAt: 0 });
  cache.setQueryData(queryKey, { price: 9n });
  cache.setQueryData(keys.balance(mint), lamports(1n));
  await vi.waitFor(async () => expect(await count()).toBe(2), { timeout: 20_000 });
  expect((await restored(mara)).getQueryData(queryKey)).toEqual({ price: 7n });
});

it.each([
  ["the next person on this device", owner("jonas")],
  ["a visitor", owner(null)],
  ["another build, which may know other shapes", owner("mara", "two")],
])("gives nothing to %s, and deletes it", async (_who, other) => {
  await see(mara, [[keys.balance(mint), lamports(1n)]]);
  const cache = await restored(other);
  expect(cache.getQueryData(keys.balance(mint))).toBe(undefined);
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 20_000 });
});

it("deletes what is damaged or a month old", async () => {
  const whole = { key: [...keys.config()], data: {}, updatedAt: Date.now(), sessionId: "mara", build: "one" };
  await set("a", "nonsense", table());
  await set("b", { ...whole, updatedAt: "yesterday" }, table());
  await set("c", { ...whole, updatedAt: Date.now() - 31 * 24 * 3_600_000 }, table());
  await set("d", whole, table());
  const cache = await restored(mara);
  expect(cache.getQueryCache().getAll()).toHaveLength(1);
  await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 20_000 });
});

it("writes nothing of a person who signs out meanwhile", async () => {
  let sessionId: string | null = "mara";
  const cache = new QueryClient();
  keepAnswers(cache, { sessionId: () => sessionId, build: "one" }, 0);
  cache.setQueryData(keys.balance(mint), lamports(1n));
  sessionId = null;
  cache.setQueryData(keys.config(), {});
  await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 20_000 });
  expect((await entries(table())).map(([, value]) => value.key)).toEqual([["config"]]);
});
