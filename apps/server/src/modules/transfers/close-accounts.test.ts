import { associatedTokenAddress, toChainAddress, tokenAccountRent } from "@tribe/chain/accounts";
import { describeMessage } from "@tribe/chain/clear-signing";
import { fromBase64 } from "@tribe/chain/transactions";
import { type Mint, routes, tradeState, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../indexer/testing/test-world.ts";
import { finalTicket, signAndConfirm } from "../transactions/testing/transaction-steps.ts";

let world: TestWorld;
let tribes: TestTribe[];
let stranger: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribes = [await world.newTribe(1n), await world.newTribe(1n)];
  stranger = await world.newPerson();
  for (const tribe of tribes) await world.buy(stranger, tribe, 5n);
});
afterAll(() => world.stop());

const prepare = (person: TestPerson, idempotencyKey: string = crypto.randomUUID()) =>
  person.call(routes.transfers.closeAccounts, { body: { idempotencyKey } });
type Prepared = Awaited<ReturnType<typeof prepare>>;
const ended = (person: TestPerson, { callbackTicket }: Prepared) =>
  finalTicket(world.app.ctx.db, person, callbackTicket);
const give = async (from: TestPerson, to: TestPerson, mint: Mint, amount: bigint) => {
  const prepared = await from.call(routes.transfers.prepare, {
    body: { idempotencyKey: crypto.randomUUID(), recipient: to.address, mint, amount },
  });
  await signAndConfirm(from, prepared);
  expect(await ended(from, prepared)).toMatchObject({ state: tradeState.succeeded });
};
/** Somebody with an empty account of each Tribe: what they bought is sent on. */
const withEmptyAccounts = async () => {
  const person = await world.newPerson();
  for (const tribe of tribes) {
    await world.buy(person, tribe, 2n);
    await give(person, stranger, tribe.mint, 2n * unitsPerToken);
  }
  return person;
};
const emptyOf = async (person: TestPerson) => (await person.call(routes.transfers.emptyAccounts, {})).accounts;
const solOf = async ({ address }: TestPerson) =>
  (await world.chain.rpc.getBalance(toChainAddress(address), { commitment: "confirmed" }).send()).value;
const mintAt = (index: number): Mint => {
  const tribe = tribes[index];
  if (!tribe) throw new Error("there is no such Tribe");
  return tribe.mint;
};

test("empty accounts are listed and closed together, and their deposits are the wallet's again to the lamport", async () => {
  const person = await withEmptyAccounts();
  const places = await Promise.all(tribes.map(({ mint }) => associatedTokenAddress(person.address, mint)));
  const found = await emptyOf(person);
  expect(new Set(found.map(({ account }) => account))).toEqual(new Set(places));
  expect(found.map(({ lamports }) => lamports)).toEqual([tokenAccountRent, tokenAccountRent]);
  const key = crypto.randomUUID();
  const prepared = await prepare(person, key);
  expect(await prepare(person, key)).toEqual(prepared);
  const context = { admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress };
  const read = await describeMessage(fromBase64(prepared.transaction), { ...context, wallet: person.address });
  if (read.kind !== "closeAccounts") throw new Error(`the wallet reads a ${read.kind}`);
  const before = await solOf(person);
  await signAndConfirm(person, prepared);
  expect(await ended(person, prepared)).toMatchObject({ state: tradeState.succeeded });
  expect((await solOf(person)) - before).toBe(2n * tokenAccountRent - read.spend.total);
  expect(await emptyOf(person)).toEqual([]);
  expect(await codeOf(prepare(person))).toBe("not_found");
});

test("an account in which tokens have arrived stays open, and the others are closed when it is prepared again", async () => {
  const person = await withEmptyAccounts();
  const first = await prepare(person);
  await give(stranger, person, mintAt(0), 1n);
  expect(await codeOf(signAndConfirm(person, first))).toBe("ticket_expired");
  expect(await ended(person, first)).toMatchObject({ errorReason: "step.account_not_closed", signature: null });
  const again = await prepare(person);
  await signAndConfirm(person, again);
  expect(await ended(person, again)).toMatchObject({ state: tradeState.succeeded });
  const [kept, closed] = await Promise.all(
    [mintAt(0), mintAt(1)].map(async (mint) => {
      const account = toChainAddress(await associatedTokenAddress(person.address, mint));
      return (await world.chain.rpc.getAccountInfo(account, { encoding: "base64" }).send()).value;
    }),
  );
  expect([kept !== null, closed]).toEqual([true, null]);
});

test("who has no empty account, no SOL for the fee, or no wallet is told so", async () => {
  expect(await codeOf(prepare(await world.newPerson({ isConnected: false })))).toBe("not_found");
  const poor = await withEmptyAccounts();
  const send = (amount: bigint) =>
    poor.call(routes.transfers.prepare, {
      body: { idempotencyKey: crypto.randomUUID(), recipient: stranger.address, amount },
    });
  const { transaction } = await send(1n);
  const context = { admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress };
  const read = await describeMessage(fromBase64(transaction), { ...context, wallet: poor.address });
  if (read.kind !== "transfer") throw new Error(`the wallet reads a ${read.kind}`);
  const all = await send((await solOf(poor)) - (read.spend.total - 1n));
  await signAndConfirm(poor, all);
  expect(await ended(poor, all)).toMatchObject({ state: tradeState.succeeded });
  expect(await emptyOf(poor)).toHaveLength(2);
  expect(await codeOf(prepare(poor))).toBe("insufficient_sol");
  const device = await world.app.newPerson();
  await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(await codeOf(device.call(routes.transfers.emptyAccounts, {}))).toBe("wallet_missing");
});
