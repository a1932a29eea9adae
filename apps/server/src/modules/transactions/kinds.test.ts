import { routes, tokenUnits, tradeState, type Uid, unitsPerToken } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCommit } from "../../http/commit.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../indexer/testing/test-world.ts";
import { kindOf, type TransactionKind, type TransactionKindName, transactionKinds } from "./rules/kinds.ts";
import { type TicketRow, tickets } from "./schema.ts";
import { settleLanded } from "./settle-landed.ts";
import { storeTicket, storeTicketIn } from "./store/store-ticket.ts";
import { findTicket } from "./store/tickets.ts";
import { submitTicket } from "./submit.ts";

let world: TestWorld;
let tribe: TestTribe;
let trader: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  trader = await world.newPerson();
});
afterAll(() => world.stop());

/** A kind as a later feature would add it: one entry. */
const errand = "errand" as TransactionKindName; // registered below
const kinds: Record<string, TransactionKind> = transactionKinds;
afterEach(() => {
  delete kinds[errand];
});

/** Each buy has another amount: equal messages with one blockhash would be the same transaction. */
let amount = 0n;
const prepareBuy = async (): Promise<TicketRow> => {
  const { ticket } = await trader.call(routes.factory.prepareTrade, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      mint: tribe.mint,
      tokenId: tribe.tokenId,
      tradeType: "BUY_WITH_FIXED_TOKEN",
      tokenAmountInLamports: tokenUnits(unitsPerToken + amount++),
    },
  });
  return rowOf(ticket);
};
const rowOf = async (ticket: TicketRow["ticket"]): Promise<TicketRow> => {
  const row = await findTicket(world.app.ctx.db, trader.uid as Uid, ticket);
  if (!row) throw new Error("there is no such ticket");
  return row;
};
const submit = async (row: TicketRow) => {
  const { ctx } = world.app;
  return submitTicket(ctx, row, await trader.sign(row.message), createCommit(ctx.db, null));
};
const expectUntouched = async ({ ticket }: TicketRow) =>
  expect(await rowOf(ticket)).toMatchObject({
    state: tradeState.initialized,
    signature: null,
    signedTransaction: null,
  });

test.each(["sell", "create", "convert"] as const)(
  "a buy that is stored as %s is not co-signed or sent, and if it lands it counts as a buy",
  async (kind) => {
    const row = await prepareBuy();
    await expect(submit({ ...row, kind })).rejects.toThrow(`is no ${kind} but buy`);
    await expectUntouched(row);
    await submit(row);
    await expect.poll(async () => (await rowOf(row.ticket)).state).toBe(tradeState.succeeded);
  },
);

test("over the API a ticket of the wrong kind is an internal error without details, and stays unsigned", async () => {
  const row = await prepareBuy();
  const { db } = world.app.ctx;
  await db.update(tickets).set({ kind: "convert" }).where(eq(tickets.ticket, row.ticket));
  const body = { ticket: row.ticket, signature: await trader.sign(row.message) };
  await expect(trader.call(routes.factory.submitTrade, { body })).rejects.toMatchObject({ code: "internal" });
  await expectUntouched(row);
});

test("calls for one signature do not accept an airdrop's batch, before anything is read or sent", async () => {
  const row = await prepareBuy();
  await expect(submit({ ...row, kind: "airdrop" })).rejects.toMatchObject({ code: "ticket_unknown" });
  await expectUntouched(row);
});

test("a new kind is not co-signed unless its entry says so", async () => {
  const row = await prepareBuy();
  kinds[errand] = { instruction: "buy", open: "one" };
  await expect(submit({ ...row, kind: errand })).rejects.toThrow("names other signers than it should");
  await expectUntouched(row);
  kinds[errand] = { instruction: "buy", open: "one", coSigner: "admin" };
  await submit({ ...row, kind: errand });
  await expect.poll(async () => (await rowOf(row.ticket)).state).toBe(tradeState.succeeded);
});

test("a kind whose entry allows several open tickets may have them, the others one", async () => {
  const { db } = world.app.ctx;
  const { uid, mint, message, lastValidBlockHeight, request, trader: address } = await prepareBuy();
  const open = (kind: TransactionKindName) =>
    db.transaction((tx) =>
      storeTicketIn(tx, {
        ...{ uid, mint, message, lastValidBlockHeight, request, trader: address, kind },
        idempotencyKey: crypto.randomUUID(),
      }),
    );
  kinds[errand] = { instruction: "buy", open: "any" };
  const several = [await open(errand), await open(errand), await open(errand)];
  const states = await Promise.all(several.map(async ({ ticket }) => (await rowOf(ticket)).state));
  expect(states).toEqual([tradeState.initialized, tradeState.initialized, tradeState.initialized]);
  const first = await open("buy");
  const second = await open("buy");
  expect((await rowOf(first.ticket)).state).toBe(tradeState.failed);
  expect((await rowOf(second.ticket)).state).toBe(tradeState.initialized);
});

test("a kind without an entry opens no ticket, is not sent, and does not delay others", async () => {
  const row = await prepareBuy();
  expect(() => kindOf(errand)).toThrow("no kind of transaction is called errand");
  expect(() => kindOf("toString")).toThrow("no kind of transaction");
  await expect(submit({ ...row, kind: errand })).rejects.toThrow("no kind of transaction");
  await expectUntouched(row);
  const { ctx } = world.app;
  await expect(
    ctx.db.transaction((tx) => storeTicketIn(tx, { ...row, idempotencyKey: crypto.randomUUID(), kind: errand })),
  ).rejects.toThrow("no kind of transaction");
  // A later version's ticket waits for a process of that version; a ticket of ours that landed with it is settled.
  const signature = await submit(row);
  await ctx.db.update(tickets).set({ kind: errand, state: tradeState.pending }).where(eq(tickets.ticket, row.ticket));
  await settleLanded(ctx, [signature]);
  expect((await rowOf(row.ticket)).state).toBe(tradeState.pending);
  const other = await prepareBuy();
  await submit(other);
  await expect.poll(async () => (await rowOf(other.ticket)).state).toBe(tradeState.succeeded);
});

/** A commit whose uses are counted: each is one statement, or one transaction. */
const countedCommit = () => {
  const { db } = world.app.ctx;
  const uses: string[] = [];
  const counted = (name: "execute" | "transaction") => {
    uses.push(name);
    return db[name].bind(db);
  };
  const proxy = new Proxy(db, {
    get: (target, name, receiver) =>
      name === "execute" || name === "transaction" ? counted(name) : Reflect.get(target, name, receiver),
  });
  const nonceInsert = world.app.ctx.ports.callers.nonceInsert("somebody", crypto.randomUUID());
  return { commit: createCommit(proxy, nonceInsert), uses };
};

test("a ticket is stored by one statement with the nonce, and so is its signature with its events", async () => {
  const { ctx } = world.app;
  const person = await world.newPerson();
  const row = await prepareBuy();
  const ticket = { ...row, uid: person.uid as Uid, idempotencyKey: crypto.randomUUID() };
  const storing = countedCommit();
  const stored = await storeTicket(storing.commit, ticket);
  expect(storing.uses).toEqual(["execute"]);

  const submitting = countedCommit();
  const signature = await submitTicket(ctx, await rowOf(row.ticket), await trader.sign(row.message), submitting.commit);
  expect(submitting.uses).toEqual(["execute"]);
  const { rows } = await ctx.db.execute<{ payload: object }>(
    sql`select payload from outbox where payload ->> 'ticket' = ${row.ticket} order by id limit 1`,
  );
  const pending = { uid: trader.uid, ticket: row.ticket, state: tradeState.pending, errorReason: null, signature };
  expect(rows).toEqual([{ payload: pending }]);

  // A second open ticket of the same token needs the transaction that replaces the first.
  const replacing = countedCommit();
  await storeTicket(replacing.commit, { ...ticket, idempotencyKey: crypto.randomUUID() });
  expect(replacing.uses).toEqual(["execute", "transaction"]);
  expect((await findTicket(ctx.db, ticket.uid, stored.ticket))?.errorReason).toBe("step.prepared_again");
});
