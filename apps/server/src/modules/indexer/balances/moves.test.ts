import { address as kitAddress, signature as kitSignature } from "@solana/kit";
import { routes, tokenUnits, tradeState, unitsPerToken } from "@tribe/contract";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finalTicket, signAndConfirm } from "../../transactions/testing/transaction-steps.ts";
import { tokenMoves } from "../schema.ts";
import { unexplainedAccounts } from "../store/moves.ts";
import { eventually, startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../testing/test-world.ts";
import { createMovesRepair } from "./repair-moves.ts";

let world: TestWorld;
let tribe: TestTribe;
let buyer: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe();
  [buyer, friend] = [await world.newPerson(), await world.newPerson()];
});
afterAll(() => world.stop());

const movesOf = () =>
  world.app.ctx.db
    .select()
    .from(tokenMoves)
    .where(eq(tokenMoves.mint, tribe.mint))
    .orderBy(asc(tokenMoves.slot), asc(tokenMoves.account));

test("what a transaction changed is kept, with its fee and deposit, and read again from the chain when it is missing", async () => {
  const { db } = world.app.ctx;
  await world.buy(buyer, tribe, 12n);
  const body = { idempotencyKey: crypto.randomUUID(), recipient: friend.address, mint: tribe.mint };
  const prepared = await buyer.call(routes.transfers.prepare, {
    body: { ...body, amount: tokenUnits(4n * unitsPerToken) },
  });
  await signAndConfirm(buyer, prepared);
  expect(await finalTicket(db, buyer, prepared.callbackTicket)).toMatchObject({ state: tradeState.succeeded });
  const moves = await eventually("the transfer is indexed", async () => {
    const rows = await movesOf();
    return rows.length === 3 && rows;
  });

  const [bought, ...sent] = moves;
  const onChain = await world.chain.rpc
    .getTransaction(kitSignature(bought?.signature ?? ""), { encoding: "base64", maxSupportedTransactionVersion: 0 })
    .send();
  expect(bought).toMatchObject({
    ...{ owner: buyer.address, isNew: false, unitsBefore: 0n, unitsAfter: 12n * unitsPerToken },
    ...{ networkFee: onChain?.meta?.fee, slot: Number(onChain?.slot) },
  });
  const account = await world.chain.rpc
    .getAccountInfo(kitAddress(bought?.account ?? ""), { encoding: "base64" })
    .send();
  expect(bought?.deposit).toBe(account.value?.lamports);
  expect(sent.find(({ owner }) => owner === buyer.address)).toMatchObject({
    ...{ unitsBefore: 12n * unitsPerToken, unitsAfter: 8n * unitsPerToken, deposit: 0n },
  });
  // The sender paid for the friend's account and the network: neither is the friend's cost.
  expect(sent.find(({ owner }) => owner === friend.address)).toMatchObject({
    ...{ unitsBefore: 0n, unitsAfter: 4n * unitsPerToken, deposit: 0n, networkFee: 0n },
  });

  expect(await unexplainedAccounts(db, tribe.mint)).toEqual([]);
  await db.delete(tokenMoves).where(eq(tokenMoves.mint, tribe.mint));
  await createMovesRepair(world.app.ctx).repair(tribe.mint);
  expect(await movesOf()).toEqual(moves);
});
