import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repairHistory } from "./repair-history.ts";
import { tokens } from "./schema.ts";
import { startTestWorld, type TestTribe, type TestWorld } from "./testing/test-world.ts";

let world: TestWorld;
let tribe: TestTribe;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(10n);
});
afterAll(() => world.stop());

/** Repairs over a chain that counts how often a history was requested. */
const mendCounting = async (): Promise<number> => {
  let asked = 0;
  const rpc = new Proxy(world.chain.rpc, {
    get: (target, name, receiver) => {
      if (name === "getSignaturesForAddress") asked += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  await repairHistory({ ...world.app.ctx, chain: { ...world.chain, rpc } }, tribe.mint);
  return asked;
};

const countAs = (nextSeq: bigint) =>
  world.app.ctx.db.update(tokens).set({ nextSeq }).where(eq(tokens.mint, tribe.mint));

test("the history is read again for an index that is stuck behind the chain, not for one that progresses", async () => {
  const { db } = world.app.ctx;
  expect(await mendCounting()).toBe(0);
  await countAs(-1_000n);
  expect(await mendCounting()).toBeGreaterThan(0);

  let isOver = false;
  const mended = mendCounting().finally(() => {
    isOver = true;
  });
  while (!isOver) await db.update(tokens).set({ nextSeq: sql`${tokens.nextSeq} + 1` });
  expect(await mended).toBe(0);
});
