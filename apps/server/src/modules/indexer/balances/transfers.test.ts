import { unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdings, tokenAccounts, trades } from "../schema.ts";
import { holdingOf } from "../store/holdings.ts";
import { startTestWorld, type TestWorld } from "../testing/test-world.ts";
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
  transfers.note("no signature at all");
  transfers.note("1".repeat(64));
  transfers.note(bought.signature);
  expect(await transfers.ingestTransactions()).toBe(false);
  expect(await holdingOf(ctx.db, tribe.mint, person.address)).toBe(12n * unitsPerToken);
});

test("a transfer of other tokens is ignored immediately", async () => {
  const { ctx } = world.app;
  const foreign = await world.newPerson();
  const { rpc } = world.chain;
  const [airdrop] = await rpc.getSignaturesForAddress(foreign.wallet.address, { limit: 1 }).send();
  const transfers = createTransfers(ctx);
  transfers.note(airdrop?.signature ?? "");
  expect(await transfers.ingestTransactions()).toBe(true);
});
