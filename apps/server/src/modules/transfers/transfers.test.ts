import { generateKeyPairSigner } from "@solana/kit";
import { associatedTokenAddress, fromChainAddress, toChainAddress, walletMinimum } from "@tribe/chain/accounts";
import { describeMessage } from "@tribe/chain/clear-signing";
import { fromBase64 } from "@tribe/chain/transactions";
import { type Address, type BodyOf, type Mint, routes, tradeState, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withTableLocked } from "../../testing/lock-table.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../indexer/testing/test-world.ts";
import { finalTicket, signAndConfirm } from "../transactions/testing/transaction-steps.ts";

let world: TestWorld;
let tribe: TestTribe;
let sender: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(1n);
  [sender, friend] = [await world.newPerson({ isConnected: false }), await world.newPerson()];
});
afterAll(() => world.stop());

type Body = BodyOf<typeof routes.transfers.prepare>;
const prepare = (body: Partial<Body>, person = sender) =>
  person.call(routes.transfers.prepare, {
    body: { idempotencyKey: crypto.randomUUID(), recipient: friend.address, amount: 1_000_000n, ...body },
  });
type Prepared = Awaited<ReturnType<typeof prepare>>;
const landed = async (person: TestPerson, prepared: Prepared) => {
  await signAndConfirm(person, prepared);
  const { state, errorReason } = await finalTicket(world.app.ctx.db, person, prepared.callbackTicket);
  expect({ state, errorReason }).toEqual({ state: tradeState.succeeded, errorReason: null });
};
const balanceOf = async (address: Address) =>
  (await world.chain.rpc.getBalance(toChainAddress(address), { commitment: "confirmed" }).send()).value;
const heldOf = async (owner: Address, mint: Mint) => {
  const account = toChainAddress(await associatedTokenAddress(owner, mint));
  const { value } = await world.chain.rpc.getTokenAccountBalance(account, { commitment: "confirmed" }).send();
  return BigInt(value.amount);
};
const described = async ({ transaction }: Prepared, { address: wallet }: TestPerson) => {
  const { admin } = world.app.ctx.keys;
  const found = await describeMessage(fromBase64(transaction), {
    ...{ wallet, admin: admin.address, program: world.chain.programAddress },
  });
  if (found.kind !== "transfer") throw new Error(`the signer reads a ${found.kind}`);
  return found;
};

test("SOL reaches its recipients, also in concurrent transfers, and no social account is required", async () => {
  const [before, own] = [await balanceOf(friend.address), await balanceOf(sender.address)];
  const prepared = [await prepare({ amount: 5n, memo: "a memo" }), await prepare({ amount: 7n })];
  const costs = await Promise.all(prepared.map((each) => described(each, sender)));
  await Promise.all(prepared.map((each) => landed(sender, each)));
  expect((await balanceOf(friend.address)) - before).toBe(12n);
  expect(own - (await balanceOf(sender.address))).toBe(costs.reduce((sum, { spend }) => sum + spend.total, 0n));
});

test("the same key is the same ticket, and submitting twice is one transfer", async () => {
  const idempotencyKey = crypto.randomUUID();
  const before = await balanceOf(friend.address);
  const [first, second] = [
    await prepare({ idempotencyKey, amount: 11n }),
    await prepare({ idempotencyKey, amount: 11n }),
  ];
  expect(second).toEqual(first);
  await expect(prepare({ idempotencyKey, amount: 12n })).rejects.toMatchObject({ code: "conflict" });
  await landed(sender, first);
  await signAndConfirm(sender, first);
  expect((await balanceOf(friend.address)) - before).toBe(11n);
});

test("a repeated request gets the same ticket while the first call, whose answer was lost, is still writing", async () => {
  const body = { idempotencyKey: crypto.randomUUID(), recipient: friend.address, amount: 17n };
  const ask = (signal?: AbortSignal) => sender.call(routes.transfers.prepare, { body, ...(signal ? { signal } : {}) });
  const lost = new AbortController();
  const again: ReturnType<typeof ask>[] = [];
  await withTableLocked(world.app.ctx.db, "tickets", async (waiting) => {
    const first = ask(lost.signal);
    await waiting(1);
    lost.abort();
    await expect(first).rejects.toThrow();
    again.push(ask());
    await waiting(2);
  });
  expect(await ask()).toEqual(await again[0]);
  await expect(prepare({ ...body, amount: 18n })).rejects.toMatchObject({ code: "conflict" });
});

test("a Tribe's tokens can be sent to a wallet without any, and its account's deposit is paid once", async () => {
  const holder = await world.newPerson();
  await world.buy(holder, tribe, 30n);
  const mine = await heldOf(holder.address, tribe.mint);
  const amount = 3n * unitsPerToken + 1n;
  await landed(holder, await prepare({ mint: tribe.mint, amount }, holder));
  expect(await heldOf(friend.address, tribe.mint)).toBe(amount);
  expect(mine - (await heldOf(holder.address, tribe.mint))).toBe(amount);
  await expect(prepare({ mint: tribe.mint, amount: mine }, holder)).rejects.toMatchObject({
    code: "insufficient_tokens",
  });
  // The rest is sent to the last base unit.
  await landed(holder, await prepare({ mint: tribe.mint, amount: mine - amount }, holder));
  expect(await heldOf(friend.address, tribe.mint)).toBe(mine);
});

test("a transfer leaves a wallet empty or rent-exempt, and a new wallet gets at least the rent-exempt minimum", async () => {
  const fresh = async () => fromChainAddress((await generateKeyPairSigner()).address);
  const all = await balanceOf(sender.address);
  const { spend } = await described(await prepare({ amount: 1n }), sender);
  const fee = spend.total - 1n;
  for (const rest of [1n, walletMinimum - 1n])
    await expect(prepare({ amount: all - fee - rest })).rejects.toMatchObject({ code: "insufficient_sol" });
  await expect(prepare({ amount: all - fee + 1n })).rejects.toMatchObject({ code: "insufficient_sol" });
  await prepare({ amount: all - fee - walletMinimum });
  await expect(prepare({ recipient: await fresh(), amount: walletMinimum - 1n })).rejects.toMatchObject({
    code: "recipient_needs_more",
  });
  const newcomer = await fresh();
  await landed(sender, await prepare({ recipient: newcomer, amount: walletMinimum }));
  expect(await balanceOf(newcomer)).toBe(walletMinimum);
  const poor = await world.newPerson({ sol: 1n });
  const { spend: one } = await described(await prepare({ amount: 1n }, poor), poor);
  const everything = (await balanceOf(poor.address)) - (one.total - 1n);
  await landed(poor, await prepare({ amount: everything }, poor));
  expect(await balanceOf(poor.address)).toBe(0n);
});

test("invalid recipients are refused: oneself, a mint, a token account, a program", async () => {
  const account = await associatedTokenAddress(friend.address, tribe.mint);
  const { programAddress } = world.chain;
  for (const recipient of [sender.address, tribe.mint, account, programAddress])
    await expect(prepare({ recipient })).rejects.toMatchObject({ code: "recipient_unusable" });
  // Base58 text that does not decode to 32 bytes.
  const field = { code: "invalid_field", field: "body.recipient" };
  await expect(prepare({ recipient: "z".repeat(44) as Address })).rejects.toMatchObject(field);
});

test("an unknown mint, a misleading memo and an amount of zero are refused", async () => {
  await expect(prepare({ mint: friend.address })).rejects.toMatchObject({ code: "not_found" });
  for (const memo of ["two\nlines", " spaced", "a\u202eb", "x".repeat(101)])
    await expect(prepare({ memo })).rejects.toMatchObject({ code: "invalid_field", field: "body.memo" });
  await expect(prepare({ amount: 0n })).rejects.toMatchObject({ code: "invalid_field" });
});

test("a landed transfer is in the lists of sender and recipient only, the newest first, in pages", async () => {
  const [from, to, other] = [await world.newPerson(), await world.newPerson(), await world.newPerson()];
  await world.buy(from, tribe, 30n);
  const listOf = (person: TestPerson, query: { limit?: number; cursor?: string } = {}) =>
    person.call(routes.transfers.list, { query: { limit: 20, ...query } });
  expect(await listOf(from)).toEqual({ transfers: [], nextCursor: null });
  await landed(from, await prepare({ recipient: to.address, amount: 5n, memo: "for lunch" }, from));
  await landed(from, await prepare({ recipient: to.address, mint: tribe.mint, amount: unitsPerToken }, from));
  await landed(to, await prepare({ recipient: from.address, amount: 3n }, to));
  // This one is unsigned, so nothing was sent.
  await prepare({ recipient: to.address, amount: 9n }, from);
  const [sent, got] = [await listOf(from), await listOf(to)];
  expect(sent.transfers).toMatchObject([
    { direction: "in", token: null, amount: 3n, memo: null, other: { address: to.address, uid: to.uid } },
    { direction: "out", token: { mint: tribe.mint, isNew: false }, amount: unitsPerToken },
    { direction: "out", token: null, amount: 5n, memo: "for lunch", other: { address: to.address } },
  ]);
  expect(got.transfers.map(({ signature, direction }) => [signature, direction])).toEqual(
    sent.transfers.map(({ signature, direction }) => [signature, direction === "in" ? "out" : "in"]),
  );
  expect(await listOf(other)).toEqual({ transfers: [], nextCursor: null });
  const pages = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof listOf>> = await listOf(from, { limit: 1, ...(cursor ? { cursor } : {}) });
    pages.push(...page.transfers);
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(sent.transfers);
  await expect(listOf(from, { cursor: "now" })).rejects.toMatchObject({ code: "invalid_field" });
});
