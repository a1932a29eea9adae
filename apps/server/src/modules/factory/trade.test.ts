import { routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestWorld, type TestWorld } from "../market/testing/test-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

test("a Tribe is created, bought, sold and shown as the chain has it", async () => {
  const tribe = await world.newTribe(5n);
  const buyer = await world.newPerson();
  await world.buy(buyer, tribe, 12n);
  await world.sell(buyer, tribe, 1n);
  const profile = await buyer.call(routes.token.profile, { query: { mint: tribe.mint } });
  expect(profile.supply).toBe((150n + 5n + 12n - 1n) * 1_000_000_000n);
  expect(profile.holderCount).toBe(2);
});
