import { associatedTokenAddress, toChainAddress, tokenAccountRent } from "@tribe/chain/accounts";
import { describeMessage } from "@tribe/chain/clear-signing";
import { fromBase64 } from "@tribe/chain/transactions";
import { type Base64, routes, tokenUnits, tradeState, type Uid, unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { createCommit } from "../../http/commit.ts";
import { codeOf } from "../../testing/code-of.ts";
import { holdings, tokenAccounts } from "../indexer/schema.ts";
import { holdingOf } from "../indexer/store/holdings.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { findTicket } from "../transactions/store/tickets.ts";
import { submitTicket } from "../transactions/submit.ts";
import { finished, signAndConfirm, signAndSubmit } from "../transactions/testing/transaction-steps.ts";

let world: TestWorld;
let tribe: TestTribe;
/** Sends dust. */
let stranger: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  stranger = await world.newPerson();
  await world.buy(stranger, tribe, 12n);
});
afterAll(() => world.stop());

const sellAll = async (person: TestPerson, units = 12n * unitsPerToken) =>
  person.call(routes.factory.prepareTrade, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      ...{ mint: tribe.mint, tokenId: tribe.tokenId },
      tradeType: "SELL_WITH_FIXED_TOKEN",
      tokenAmountInLamports: tokenUnits(units),
    },
  });
const closes = async (person: TestPerson, message: Base64) => {
  const context = { admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress };
  const read = await describeMessage(fromBase64(message), { ...context, wallet: person.address });
  if (read.kind !== "sell") throw new Error(`the wallet reads a ${read.kind}`);
  return read.closesAccount;
};
/** Base units of the person's account; null when there is none. */
const accountOf = async (person: TestPerson) => {
  const account = toChainAddress(await associatedTokenAddress(person.address, tribe.mint));
  const { value } = await world.chain.rpc
    .getAccountInfo(account, { commitment: "confirmed", encoding: "jsonParsed" })
    .send();
  if (!value) return null;
  const { value: held } = await world.chain.rpc.getTokenAccountBalance(account, { commitment: "confirmed" }).send();
  return BigInt(held.amount);
};
const solOf = async ({ address }: TestPerson) =>
  (await world.chain.rpc.getBalance(toChainAddress(address), { commitment: "confirmed" }).send()).value;
const sendDust = async (to: TestPerson) => {
  const before = await accountOf(to);
  const prepared = await stranger.call(routes.transfers.prepare, {
    body: { idempotencyKey: crypto.randomUUID(), recipient: to.address, mint: tribe.mint, amount: 1n },
  });
  await signAndConfirm(stranger, prepared);
  await eventually("the dust arrives", async () => (await accountOf(to)) === (before ?? 0n) + 1n);
};
const holder = async () => {
  const person = await world.newPerson();
  await world.buy(person, tribe, 12n);
  return person;
};

test("a sale of everything closes the account, returns its deposit, and ends holding and seat", async () => {
  const person = await holder();
  await person.call(routes.chat.join, { body: { mint: tribe.mint } });
  const part = await sellAll(person, 2n * unitsPerToken);
  expect(await closes(person, part.message)).toBe(false);
  const prepared = await sellAll(person);
  expect(await closes(person, prepared.message)).toBe(true);
  const before = await solOf(person);
  const { signature } = await signAndSubmit(person, prepared);
  expect(await finished(person, prepared.ticket)).toMatchObject({ state: tradeState.succeeded, errorReason: null });
  expect(await accountOf(person)).toBeNull();
  const sold = await eventually("it is indexed", async () => {
    const { trades } = await person.call(routes.market.ownTrades, { query: { limit: 5 } });
    return trades.find((trade) => trade.signature === signature) ?? null;
  });
  const read = await describeMessage(fromBase64(prepared.message), {
    ...{ admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress, wallet: person.address },
  });
  const fee = read.kind === "sell" ? read.spend.total : 0n;
  expect((await solOf(person)) - before).toBe(sold.total + tokenAccountRent - fee);
  expect((await person.call(routes.market.holdings, {})).holdings).toEqual([]);
  expect(await person.call(routes.market.ownSeats, {})).toEqual({ seats: [] });
  // A purchase opens the account again.
  await world.buy(person, tribe, 1n);
  expect(await accountOf(person)).toBe(unitsPerToken);
});

test("dust that arrives before the submission costs nothing: the same sale is prepared again without the closing", async () => {
  const person = await holder();
  const prepared = await sellAll(person);
  await sendDust(person);
  expect(await codeOf(signAndSubmit(person, prepared))).toBe("ticket_expired");
  // An answer that was lost is given again.
  expect(await codeOf(signAndSubmit(person, prepared))).toBe("ticket_expired");
  expect(await person.call(routes.factory.tradeStatus, { query: { ticket: prepared.ticket } })).toEqual({
    state: tradeState.failed,
    errorReason: "step.account_not_closed",
    signature: null,
  });
  const again = await sellAll(person);
  expect(await closes(person, again.message)).toBe(false);
  await signAndSubmit(person, again);
  expect(await finished(person, again.ticket)).toMatchObject({ state: tradeState.succeeded });
  expect(await accountOf(person)).toBe(1n);
});

test("dust that arrives between the check and the landing undoes the sale once; again it lands, whatever the node shows", async () => {
  const person = await holder();
  const prepared = await sellAll(person);
  const { ctx } = world.app;
  const row = await findTicket(ctx.db, person.uid as Uid, prepared.ticket);
  if (!row) throw new Error("there is no such ticket");
  const late = new Proxy(ctx.chain.rpc, {
    get: (rpc, name, receiver) =>
      name === "sendTransaction"
        ? (...args: Parameters<typeof rpc.sendTransaction>) => ({
            send: async () => {
              await sendDust(person);
              return rpc.sendTransaction(...args).send();
            },
          })
        : Reflect.get(rpc, name, receiver),
  });
  const overtaken: AppContext = { ...ctx, chain: { ...ctx.chain, rpc: late } };
  await submitTicket(overtaken, row, await person.sign(prepared.message), createCommit(ctx.db, null));
  expect(await finished(person, prepared.ticket)).toEqual({
    state: tradeState.failed,
    errorReason: "step.account_not_closed",
    signature: expect.any(String),
  });
  expect(await accountOf(person)).toBe(12n * unitsPerToken + 1n);
  // Even everything with the dust keeps the account for now: more of it may be on its way.
  const all = await sellAll(person, 12n * unitsPerToken + 1n);
  expect(await closes(person, all.message)).toBe(false);
  await signAndSubmit(person, all);
  expect(await finished(person, all.ticket)).toMatchObject({ state: tradeState.succeeded });
  expect(await accountOf(person)).toBe(0n);
});

test("who has sold everything gets no seat, even if the index has not seen it", async () => {
  const person = await holder();
  const account = await associatedTokenAddress(person.address, tribe.mint);
  const { db } = world.app.ctx;
  const ofAccount = eq(tokenAccounts.account, account);
  const [before] = await db.select().from(tokenAccounts).where(ofAccount);
  if (!before) throw new Error("the index has no such account");
  const prepared = await sellAll(person);
  await signAndSubmit(person, prepared);
  await finished(person, prepared.ticket);
  await eventually("it is indexed", async () => (await holdingOf(db, tribe.mint, person.address)) === 0n);
  // As if it were not.
  await db.update(tokenAccounts).set(before).where(ofAccount);
  await db.insert(holdings).values({ mint: tribe.mint, owner: person.address, amount: before.amount });
  expect(await codeOf(person.call(routes.chat.join, { body: { mint: tribe.mint } }))).toBe("threshold_missed");
});
