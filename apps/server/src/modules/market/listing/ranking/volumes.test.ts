import { lamports, type Mint } from "@tribe/contract";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../testing/start-test-app.ts";
import { tokens, trades } from "../../../indexer/schema.ts";
import { addIndexedTrade } from "../../../indexer/testing/indexed-trade.ts";
import { newIndexedPerson, newIndexedTribe } from "../../../indexer/testing/indexed-tribe.ts";
import { createTotalVolumes, createWindowVolumes, type Volumes } from "./volumes.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const start = Date.parse("2026-03-01T12:00:00Z");

let app: TestApp;
let one: Mint;
let other: Mint;

beforeAll(async () => {
  app = await startTestApp();
  const { person } = await newIndexedPerson(app);
  one = await newIndexedTribe(app, person.address);
  other = await newIndexedTribe(app, person.address);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ctx.db.delete(trades);
  await app.ctx.db.update(tokens).set({ rankedVolume: lamports(0n) });
});

const trade = (mint: Mint, value: bigint, at: number, isRanked = true) =>
  addIndexedTrade(app.ctx.db, { mint, value, isRanked, at });

/** The volumes above zero. */
const some = (volumes: Volumes) => Object.fromEntries([...volumes].filter(([, volume]) => volume > 0n));

/** The expected volumes of a window: the plain sum over its stored trades. */
const plainSums = async (after: number) => {
  const sums: Record<string, bigint> = {};
  for (const { mint, value, blockTime } of await app.ctx.db.select().from(trades).where(eq(trades.isRanked, true)))
    if (blockTime.getTime() > after) sums[mint] = (sums[mint] ?? 0n) + value;
  return sums;
};

test("for any trades and times, a window and the total equal the plain sums of trades stored within a minute", async () => {
  const act = fc.record({
    pauseMs: fc.oneof(
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 0, max: 9 * minuteMs }),
      fc.constant(2 * hourMs),
    ),
    lateMs: fc.integer({ min: 0, max: 50_000 }),
    isFirst: fc.boolean(),
    isRanked: fc.boolean(),
    value: fc.bigInt(1n, 2n ** 63n),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      await app.ctx.db.delete(trades);
      await app.ctx.db.update(tokens).set({ rankedVolume: lamports(0n) });
      const [readWindow, readTotal] = [createWindowVolumes(hourMs), createTotalVolumes()];
      let now = start;
      for (const { pauseMs, lateMs, isFirst, isRanked, value } of acts) {
        now += pauseMs;
        await trade(isFirst ? one : other, value / 32n + 1n, now - lateMs, isRanked);
        expect(some(await readWindow(app.ctx.db, now))).toEqual(await plainSums(now - hourMs));
        expect(some(await readTotal(app.ctx.db, now))).toEqual(await plainSums(0));
      }
    }),
    { numRuns: 15 },
  );
});

test("a trade that the index stored later than that counts within ten minutes", async () => {
  const [readWindow, readTotal] = [createWindowVolumes(hourMs), createTotalVolumes()];
  await trade(one, 5n, start - minuteMs);
  await readWindow(app.ctx.db, start);
  await readTotal(app.ctx.db, start);
  await trade(one, 7n, start - 30 * minuteMs);
  const later = start + 11 * minuteMs;
  expect(some(await readWindow(app.ctx.db, later))).toEqual({ [one]: 12n });
  expect(some(await readTotal(app.ctx.db, later))).toEqual({ [one]: 12n });
});

test("a trade that leaves the window uncounted lowers the sum, not below zero, for less than ten minutes", async () => {
  const readWindow = createWindowVolumes(hourMs);
  await trade(one, 5n, start - minuteMs);
  await readWindow(app.ctx.db, start);
  await trade(one, 7n, start - 59 * minuteMs);
  expect(await readWindow(app.ctx.db, start + 2 * minuteMs)).toEqual(new Map());
  expect(some(await readWindow(app.ctx.db, start + 11 * minuteMs))).toEqual({ [one]: 5n });
});

test("the sums are recomputed when the clock is set back", async () => {
  const [readWindow, readTotal] = [createWindowVolumes(hourMs), createTotalVolumes()];
  await trade(one, 5n, start);
  for (const now of [start + 5 * minuteMs, start - 30 * minuteMs]) {
    expect(some(await readWindow(app.ctx.db, now))).toEqual({ [one]: 5n });
    expect(some(await readTotal(app.ctx.db, now))).toEqual({ [one]: 5n });
  }
});

test("after a failed read the next one is correct", async () => {
  const readWindow = createWindowVolumes(hourMs);
  await trade(one, 5n, start);
  await readWindow(app.ctx.db, start);
  await trade(other, 9n, start + secondMs);
  const broken = app.ctx.db.transaction(async (tx) => {
    await tx.execute("select 1 / 0").catch(() => undefined);
    return readWindow(tx, start + 2 * minuteMs);
  });
  await expect(broken).rejects.toThrow();
  expect(some(await readWindow(app.ctx.db, start + 2 * minuteMs))).toEqual({ [one]: 5n, [other]: 9n });
});
