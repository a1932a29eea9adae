import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainEvents } from "../market/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../market/testing/test-world.ts";
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
const collectsOf = async (tribe: TestTribe) =>
  (
    await world.app.ctx.db
      .select({ data: chainEvents.data })
      .from(chainEvents)
      .where(and(eq(chainEvents.mint, tribe.mint), eq(chainEvents.kind, "feesCollected")))
  ).map(({ data }) => BigInt(String(data.creatorAmount)));
test("a creator's fees that are worth it come by themselves, once, however often the job runs", async () => {
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
