import { tokenUnits, unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAgain } from "./balances/balances.ts";
import { recordObservedBalances } from "./intake/intake.ts";
import { tokenAccounts } from "./schema.ts";
import { holdingOf } from "./store/holdings.ts";
import { startTestWorld, type TestWorld } from "./testing/test-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

test("a late balance of the same slot does not restore tokens that have left the wallet", async () => {
  const { ctx } = world.app;
  const tribe = await world.newTribe();
  const person = await world.newPerson();
  await world.buy(person, tribe, 12n);
  const [bought] = await ctx.db.select().from(tokenAccounts).where(eq(tokenAccounts.owner, person.address));
  if (!bought) throw new Error("the index has no account of the buyer");

  const now = await readAgain(ctx, [bought]);
  expect(now).toMatchObject([{ account: bought.account, amount: 12n * unitsPerToken }]);
  await ctx.db.transaction((tx) => recordObservedBalances(tx, now));
  const stale = { ...bought, amount: tokenUnits(99n * unitsPerToken) };
  await ctx.db.transaction((tx) => recordObservedBalances(tx, [stale]));
  expect(await holdingOf(ctx.db, tribe.mint, person.address)).toBe(12n * unitsPerToken);
});
