import type { Address, Mint } from "@tribe/contract";
import { lamports, newTokenUnits, tokenUnits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outbox } from "../engines/bus/schema.ts";
import { trades } from "../modules/indexer/schema.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { insertMany } from "./insert-many.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const maxU64 = 2n ** 64n - 1n;
const mint = "mint" as Mint; // any text, as nothing reads it on a chain
const tradeOf = (seq: bigint): typeof trades.$inferSelect => ({
  mint,
  seq,
  signature: `it's "quoted", \\ and\nbroken é 🙂 ${seq}`,
  kind: "buy",
  venue: "pool",
  trader: "trader" as Address, // as above
  amount: tokenUnits(maxU64),
  newTokens: seq % 2n === 0n ? null : newTokenUnits(0n),
  value: lamports(maxU64),
  unitPrice: lamports(1n),
  priceAfter: lamports(0n),
  supplyAfter: tokenUnits(2n ** 53n + 1n),
  platformFee: lamports(3n),
  creatorFee: lamports(4n),
  referralFee: lamports(5n),
  liquidityFee: lamports(6n),
  referrer: null,
  isRanked: seq % 3n === 0n,
  blockTime: new Date("2026-01-02T03:04:05.678Z"),
});

test("rows are read back unchanged: large integers, times, quotes and nulls", async () => {
  const { db } = app.ctx;
  // Numbers above 2^64 belong to the pool.
  const rows = Array.from({ length: 2_000 }, (_, index) => tradeOf(2n ** 64n + BigInt(index)));
  await insertMany(db, trades, rows);
  expect(await db.select().from(trades).orderBy(trades.seq)).toEqual(rows);
});

test("existing rows stay, and only new ones are returned", async () => {
  const { db } = app.ctx;
  await db.delete(trades);
  await insertMany(db, trades, [tradeOf(1n)]);
  const after = sql`on conflict (mint, seq) do nothing returning seq, is_ranked`;
  const returned = await insertMany(db, trades, [{ ...tradeOf(1n), value: lamports(9n) }, tradeOf(3n)], after);
  expect(returned).toEqual([{ seq: "3", is_ranked: true }]);
  expect((await db.select().from(trades).orderBy(trades.seq)).map(({ value }) => value)).toEqual([maxU64, maxU64]);
});

test("JSON is stored unchanged, in the order of the rows, and columns without values get their defaults", async () => {
  const { db } = app.ctx;
  await db.delete(outbox);
  const payloads = [{ text: `"${mint}" \\`, list: [1, null, { deep: true }] }, "a text", 7, { last: "1" }];
  await insertMany(
    db,
    outbox,
    payloads.map((payload) => ({ type: "user.changed", payload })),
  );
  const stored = await db.select().from(outbox).orderBy(outbox.id);
  expect(stored.map(({ payload }) => payload)).toEqual(payloads);
  expect(stored.every(({ createdAt }) => createdAt instanceof Date)).toBe(true);
});

test("nothing is inserted for no rows", async () => {
  expect(await insertMany(app.ctx.db, outbox, [])).toEqual([]);
});
