import { unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdings, tokenAccounts, trades } from "../schema.ts";
import { startTestWorld, type TestWorld } from "../testing/test-world.ts";
import { holdingOf } from "./holdings.ts";
import { createTransfers } from "./transfers.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

test("a transaction that can't be read delays no other, and is requested again", async () => {
  const { ctx } = world.app;
  const tribe = await world.newTribe();
  const person = await world.newPerson();
  await world.buy(person, tribe, 12n);
  const [bought] = await ctx.db.select().from(trades).where(eq(trades.trader, person.address));
  if (!bought) throw new Error("the index has no such trade");
  // As if the transfer had not been observed.
  await ctx.db.delete(tokenAccounts).where(eq(tokenAccounts.owner, person.address));
  await ctx.db.delete(holdings).where(eq(holdings.owner, person.address));

  const transfers = createTransfers(ctx);
  transfers.hear("no signature at all");
  transfers.hear("1".repeat(64));
  transfers.hear(bought.signature);
  expect(await transfers.ingestTransactions()).toBe(false);
  expect(await holdingOf(ctx.db, tribe.mint, person.address)).toBe(12n * unitsPerToken);
});

test("a transfer of other tokens is ignored immediately", async () => {
  const { ctx } = world.app;
  const foreign = await world.newPerson();
  const { rpc } = world.chain;
  const [airdrop] = await rpc.getSignaturesForAddress(foreign.wallet.address, { limit: 1 }).send();
  const transfers = createTransfers(ctx);
  transfers.hear(airdrop?.signature ?? "");
  expect(await transfers.ingestTransactions()).toBe(true);
});
