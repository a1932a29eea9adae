import { lamports, lamportsPerSol, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainEvents } from "../indexer/schema.ts";
import { poolActs } from "../indexer/testing/pool-acts.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { collectJob } from "./collect.ts";

let world: TestWorld;
let trader: TestPerson;
let busy: TestTribe;
let quiet: TestTribe;
beforeAll(async () => {
  world = await startTestWorld();
  [busy, quiet] = [await world.newTribe(), await world.newTribe()];
  trader = await world.newPerson();
  await world.buy(trader, busy, 400n);
  await world.buy(trader, quiet, 1n);
});
afterAll(() => world.stop());

const run = () => collectJob.handler(world.app.ctx)({});
const balanceOf = async (person: TestPerson) =>
  (await world.chain.rpc.getBalance(person.wallet.address, { commitment: "confirmed" }).send()).value;
const collectsOf = async (tribe: TestTribe, kind = "feesCollected") =>
  (
    await world.app.ctx.db
      .select({ data: chainEvents.data })
      .from(chainEvents)
      .where(and(eq(chainEvents.mint, tribe.mint), eq(chainEvents.kind, kind)))
  ).map(({ data }) => BigInt(String(data?.creatorAmount)));
/** Null while there are none. */
const collected = async (tribe: TestTribe, kind: string) => {
  const amounts = await collectsOf(tribe, kind);
  return amounts.length > 0 ? amounts : null;
};

test("a creator's fees above the minimum are paid out automatically, once for any number of runs", async () => {
  const [before, quietBefore] = [await balanceOf(busy.chief), await balanceOf(quiet.chief)];
  await Promise.all([run(), run()]);
  await run();
  const collected = await eventually("the collect is indexed", async () => {
    const amounts = await collectsOf(busy);
    return amounts.length > 0 && amounts;
  });
  expect(collected).toHaveLength(1);
  expect(collected[0]).toBeGreaterThanOrEqual(10_000_000n);
  expect(await balanceOf(busy.chief)).toBe(before + (collected[0] ?? 0n));
  expect(await balanceOf(quiet.chief)).toBe(quietBefore);

  await run();
  await world.buy(trader, busy, 1n);
  await run();
  expect(await collectsOf(busy)).toEqual(collected);
  expect(await collectsOf(quiet)).toEqual([]);
});

test("a pool's fees are paid to the creator likewise, with those still owed by the curve", async () => {
  const tribe = await world.newTribe(100_000n, 120n);
  await eventually("it has migrated", async () => {
    const { pool } = await trader.call(routes.market.profile, { query: { mint: tribe.mint } });
    return pool !== null;
  });
  await poolActs(world).swapBuy(trader, tribe, lamports(5n * lamportsPerSol));
  await eventually("the swap is indexed", async () => {
    const points = await trader.call(routes.market.history, { query: { mint: tribe.mint, offset: 0, limit: 5 } });
    return points.some(({ venue }) => venue === "pool");
  });
  const before = await balanceOf(tribe.chief);
  await run();
  const [ofCurve] = await eventually("the curve's are indexed", () => collected(tribe, "feesCollected"));
  const [ofPool] = await eventually("the pool's are indexed", () => collected(tribe, "poolFeesCollected"));
  // 0.4 % of the amount paid in
  expect(ofPool).toBe(20_000_000n);
  expect(await balanceOf(tribe.chief)).toBe(before + (ofCurve ?? 0n) + 20_000_000n);
  await run();
  expect(await collected(tribe, "poolFeesCollected")).toEqual([ofPool]);
  const { creator, items } = await tribe.chief.call(routes.earnings.list, { query: { limit: 25 } });
  expect(creator).toMatchObject({ paid: (ofCurve ?? 0n) + 20_000_000n, accrued: 0n });
  expect(items.filter(({ venue }) => venue === "pool").map(({ isPaid }) => isPaid)).toEqual([true]);
});
