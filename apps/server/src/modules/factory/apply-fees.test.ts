import { buildFactoryMessage } from "@tribe/chain/messages";
import { bps } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operate } from "../../engines/chain/operate.ts";
import { startTestWorld, type TestWorld } from "../indexer/testing/test-world.ts";
import { factoryState, forgetFactoryState } from "../market/index.ts";
import { applyFeesJob } from "./apply-fees.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const run = () => applyFeesJob.handler(world.app.ctx)({});
/** The newest block's time, Unix seconds. */
const chainTime = async () => {
  const { rpc } = world.app.ctx.chain;
  return rpc.getBlockTime(await rpc.getSlot({ commitment: "confirmed" }).send()).send();
};
const factoryNow = () => {
  forgetFactoryState(world.app.ctx.chain);
  return factoryState(world.app.ctx.chain);
};

test("an announced fee rise takes effect by itself after a day, and not before", async () => {
  const { fees } = await factoryNow();
  await run();
  expect((await factoryNow()).fees).toEqual(fees);

  const dearer = { ...fees, creatorBuyBps: bps(fees.creatorBuyBps + 100) };
  await operate(world.app.ctx.chain, world.superAdmin, (frame) =>
    buildFactoryMessage(frame, { kind: "updateFees", fees: dearer }),
  );
  await run();
  expect(await factoryNow()).toMatchObject({ fees, announcedFees: { fees: dearer } });

  const { announcedFees } = await factoryNow();
  const from = announcedFees?.from ?? 0n;
  expect(from - (await chainTime())).toBeGreaterThan(86_000n);
  while ((await chainTime()) < from) {
    await run();
    expect((await factoryNow()).announcedFees).not.toBeNull();
    await world.warp(20_000);
  }
  // Two workers at once: the second one finds it done, or the program refuses it.
  await Promise.allSettled([run(), run()]);
  expect(await factoryNow()).toMatchObject({ fees: dearer, announcedFees: null });
  await run();
  expect((await factoryNow()).fees).toEqual(dearer);
});
