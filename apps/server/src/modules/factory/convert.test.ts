import { randomBytes } from "node:crypto";
import { generateKeyPairSigner, signBytes } from "@solana/kit";
import { associatedTokenAddress, decodeTokenState, toChainAddress, tokenStateAddress } from "@tribe/chain/accounts";
import { buildMigrateMessage } from "@tribe/chain/messages";
import {
  assembleTransaction,
  fromBase64,
  lifecycleComputeUnitLimit,
  toBase64,
  toSignature,
} from "@tribe/chain/transactions";
import {
  type Base64,
  type BodyOf,
  type Mint,
  routes,
  type Ticket,
  tokenUnits,
  tradeState,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { operate } from "../../engines/chain/operate.ts";
import { createCommit } from "../../http/commit.ts";
import { refusalOf } from "../../testing/code-of.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../indexer/testing/test-world.ts";
import { tickets } from "../transactions/schema.ts";
import { findTicket } from "../transactions/store/tickets.ts";
import { submitTicket } from "../transactions/submit.ts";
import { finished, signAndConfirm } from "../transactions/testing/transaction-steps.ts";

let world: TestWorld;
/** Its curve is full and it has migrated to its pool. */
let migrated: TestTribe;
let open: TestTribe;
let holder: TestPerson;
let rate: bigint;
beforeAll(async () => {
  world = await startTestWorld();
  migrated = await world.newTribe(2n);
  open = await world.newTribe(1n);
  holder = await world.newPerson();
  await world.buy(holder, migrated, 40n);
  await world.buyOut(await world.newPerson({ sol: 200n }), migrated);
  await migrate(migrated);
});
afterAll(() => world.stop());

const units = (tokens: bigint) => tokenUnits(tokens * unitsPerToken);

const stateOf = async ({ tokenId }: TestTribe) => {
  const address = toChainAddress(await tokenStateAddress(tokenId, world.chain.programAddress));
  const { value } = await world.chain.rpc.getAccountInfo(address, { encoding: "base64" }).send();
  const state = value && decodeTokenState(fromBase64(value.data[0] as string as Base64)); // kit's own brand of base64
  if (!state) throw new Error("the chain has no such token");
  return state;
};
const migrate = async (tribe: TestTribe) => {
  const state = await stateOf(tribe);
  if (!state.migration)
    await operate(world.chain, world.app.ctx.keys.admin, (frame) =>
      buildMigrateMessage({
        ...frame,
        computeUnitLimit: lifecycleComputeUnitLimit("migrate"),
        tokenId: tribe.tokenId,
      }),
    );
  rate = (await stateOf(tribe)).migration?.rate ?? 0n;
};
const balanceOf = async (mint: Parameters<typeof associatedTokenAddress>[1]) => {
  const account = toChainAddress(await associatedTokenAddress(holder.address, mint));
  const { value } = await world.chain.rpc.getTokenAccountBalance(account).send();
  return BigInt(value.amount);
};
const hasAccount = async (mint: Mint) => {
  const account = toChainAddress(await associatedTokenAddress(holder.address, mint));
  return (await world.chain.rpc.getAccountInfo(account, { encoding: "base64" }).send()).value !== null;
};
const newBalance = async () => {
  const { migration } = await stateOf(migrated);
  return migration ? balanceOf(migration.newMint).catch(() => 0n) : 0n;
};

type ConvertBody = BodyOf<typeof routes.factory.convert>;
const prepare = (person: TestPerson, change: Partial<ConvertBody> = {}) =>
  person.call(routes.factory.convert, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      mint: migrated.mint,
      tokenAmountInLamports: units(1n),
      ...change,
    },
  });
type Prepared = Awaited<ReturnType<typeof prepare>>;
const confirm = (person: TestPerson, body: BodyOf<typeof routes.transactions.confirm>) =>
  person.call(routes.transactions.confirm, { body });
const signedBody = async (person: TestPerson, { callbackTicket, transaction: message }: Prepared) => ({
  callbackTicket,
  message,
  signature: await person.sign(message),
});

describe("a conversion by callback ticket", () => {
  test("exchanges old tokens for new ones at the migration's rate, and its ticket reports the progress", async () => {
    const before = await newBalance();
    const prepared = await prepare(holder, { tokenAmountInLamports: units(3n) });
    const answer = await signAndConfirm(holder, prepared);
    expect(answer).toMatchObject({ lastValidBlockHeight: prepared.lastValidBlockHeight });
    expect(answer.blockhash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    expect(await finished(holder, prepared.callbackTicket)).toMatchObject({
      state: tradeState.succeeded,
      signature: answer.signature,
    });
    expect((await newBalance()) - before).toBe(rate * units(3n));
  });

  test("confirmed twice, also at the same moment and as a whole transaction, is one conversion", async () => {
    const before = await newBalance();
    const prepared = await prepare(holder);
    const body = await signedBody(holder, prepared);
    const wire = assembleTransaction(fromBase64(body.message), { [holder.address]: body.signature });
    const whole = { callbackTicket: prepared.callbackTicket, transaction: toBase64(wire) };
    const answers = await Promise.all([confirm(holder, body), confirm(holder, whole), confirm(holder, body)]);
    expect(new Set(answers.map((answer) => answer.signature)).size).toBe(1);
    await finished(holder, prepared.callbackTicket);
    expect(await confirm(holder, whole)).toEqual(answers[0]);
    expect((await newBalance()) - before).toBe(rate * units(1n));
  });

  test("requested twice with one key is one ticket, and another request with the key is refused", async () => {
    const idempotencyKey = crypto.randomUUID();
    const first = await prepare(holder, { idempotencyKey });
    expect(await prepare(holder, { idempotencyKey })).toEqual(first);
    expect(await refusalOf(prepare(holder, { idempotencyKey, tokenAmountInLamports: units(2n) }))).toBe(
      "conflict body.tokenAmountInLamports",
    );
  });

  test("stored but not sent, because the process died, is sent by the worker", async () => {
    const before = await newBalance();
    const prepared = await prepare(holder);
    const { ctx } = world.app;
    const row = await findTicket(ctx.db, holder.uid as Uid, prepared.callbackTicket);
    if (!row) throw new Error("there is no such ticket");
    const deaf = new Proxy(ctx.chain.rpc, {
      get: (rpc, name, receiver) =>
        name === "sendTransaction"
          ? () => ({ send: () => Promise.reject(new Error("the process is gone")) })
          : Reflect.get(rpc, name, receiver),
    });
    const dying: AppContext = { ...ctx, chain: { ...ctx.chain, rpc: deaf } };
    await submitTicket(dying, row, await holder.sign(prepared.transaction), createCommit(ctx.db, null));
    const [stored] = await ctx.db.select().from(tickets).where(eq(tickets.ticket, prepared.callbackTicket));
    expect(stored).toMatchObject({ state: tradeState.pending, signedTransaction: expect.any(String) });
    expect(await refusalOf(prepare(holder))).toBe("ticket_open");
    expect((await finished(holder, prepared.callbackTicket)).state).toBe(tradeState.succeeded);
    expect((await newBalance()) - before).toBe(rate * units(1n));
  });

  test("signed too late is refused and can never land", async () => {
    const before = await newBalance();
    const prepared = await prepare(holder);
    await world.warp(125);
    expect(await refusalOf(signAndConfirm(holder, prepared))).toBe("ticket_expired");
    expect(await finished(holder, prepared.callbackTicket)).toMatchObject({
      state: tradeState.failed,
      signature: null,
    });
    expect(await newBalance()).toBe(before);
  });
});

describe("wrong input", () => {
  test("a token on its curve, an unknown one, nothing, and more than is held are refused", async () => {
    expect(await refusalOf(prepare(holder, { mint: open.mint }))).toBe("not_migrated");
    expect(await refusalOf(prepare(holder, { mint: holder.address }))).toBe("not_found");
    expect(await refusalOf(prepare(holder, { tokenAmountInLamports: units(0n) }))).toBe(
      "invalid_field body.tokenAmountInLamports",
    );
    expect(await refusalOf(prepare(holder, { tokenAmountInLamports: units(41n) }))).toBe("insufficient_tokens");
    const stranger = await world.newPerson({ sol: 0n });
    expect(await refusalOf(prepare(stranger))).toBe("insufficient_tokens");
  });

  test("another message, a foreign or truncated signature and another person's ticket are refused, and the ticket stays open", async () => {
    const before = await newBalance();
    const prepared = await prepare(holder);
    const right = await signedBody(holder, prepared);
    const { callbackTicket, message } = right;
    const stranger = await generateKeyPairSigner();
    const foreign = toSignature(await signBytes(stranger.keyPair.privateKey, fromBase64(message)));
    const other = await prepare(migrated.chief, { tokenAmountInLamports: units(1n) });

    expect(await refusalOf(confirm(holder, { ...right, message: other.transaction }))).toBe(
      "invalid_field body.message",
    );
    expect(await refusalOf(confirm(holder, { callbackTicket, message }))).toBe("invalid_field body.signature");
    expect(await refusalOf(confirm(holder, { callbackTicket, transaction: "AQID" as Base64 }))).toBe(
      "invalid_field body.transaction",
    );
    for (const signature of [foreign, toSignature(randomBytes(64))])
      expect(await refusalOf(confirm(holder, { ...right, signature }))).toBe("ticket_signature_invalid");
    expect(await refusalOf(confirm(await world.newPerson(), right))).toBe("ticket_unknown");
    expect(await refusalOf(confirm(holder, { ...right, callbackTicket: "nobody-knows-this-one" as Ticket }))).toBe(
      "ticket_unknown",
    );
    await confirm(holder, right);
    expect((await finished(holder, callbackTicket)).state).toBe(tradeState.succeeded);
    expect((await newBalance()) - before).toBe(rate * units(1n));
  });

  test("tokens that were sold meanwhile are detected before anything is sent", async () => {
    const held = await balanceOf(migrated.mint);
    const all = await prepare(holder, { tokenAmountInLamports: tokenUnits(held) });
    const key = crypto.randomUUID();
    const part = await signedBody(holder, all);
    // A second ticket for the same tokens replaces the first one, which can no longer be signed.
    const second = await prepare(holder, { idempotencyKey: key, tokenAmountInLamports: tokenUnits(held) });
    expect(await refusalOf(confirm(holder, part))).toBe("ticket_expired");
    await signAndConfirm(holder, second);
    expect((await finished(holder, second.callbackTicket)).state).toBe(tradeState.succeeded);
    // The account of the old tokens is closed, and its deposit is the holder's again.
    await expect(balanceOf(migrated.mint)).rejects.toThrow();
    expect(await hasAccount(migrated.mint)).toBe(false);
    expect(await refusalOf(prepare(holder))).toBe("insufficient_tokens");
  });
});
