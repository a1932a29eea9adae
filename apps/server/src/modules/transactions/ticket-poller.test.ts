import { randomBytes } from "node:crypto";
import { defaultProgramAddress, poolProgramAddress } from "@tribe/chain/accounts";
import { buildSellMessage, buildSwapSellMessage, tradeAddresses } from "@tribe/chain/messages";
import {
  assembleTransaction,
  encodeBase58,
  instructionFacts,
  signersOf,
  toBase64,
  toSignature,
} from "@tribe/chain/transactions";
import {
  type Address,
  type Base64,
  lamports,
  type Mint,
  type Ticket,
  type TokenId,
  tokenUnits,
  tradeState,
  type Uid,
} from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { connectChain } from "../../engines/chain/connect.ts";
import { type AskedCall, startRpcNode } from "../../engines/chain/testing/rpc-node.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { tickets } from "./schema.ts";
import { createTicketPoller } from "./ticket-poller.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Status = { readonly err: unknown; readonly confirmationStatus: string } | null;

/** A poller whose rounds wait for all of their calls. */
const newLooks = (ctx: AppContext) => {
  const looks = createTicketPoller(ctx, new AbortController().signal);
  return async () => {
    await looks.once();
    await looks.idle();
  };
};
const lookOnce = (ctx: AppContext) => newLooks(ctx)();

/** A chain with the test's answers that counts sent transactions. */
const chainThat = (answers: {
  readonly height: number;
  readonly recent: Status;
  readonly inHistory: Status;
  /** Number of slots by which the node with the statuses is behind the one with the block height. */
  readonly behind?: number;
  /** A transaction's logs on the node; by default the node does not have it. */
  readonly logs?: readonly string[];
}) => {
  const sent: string[] = [];
  const answer = (value: unknown) => ({ send: () => Promise.resolve(value) });
  const rpc = {
    getSignatureStatuses: (_signatures: unknown, options: { searchTransactionHistory: boolean }) =>
      answer({
        context: { slot: BigInt(answers.height - (answers.behind ?? 0)) },
        value: [options.searchTransactionHistory ? answers.inHistory : answers.recent],
      }),
    getEpochInfo: () => answer({ absoluteSlot: BigInt(answers.height), blockHeight: BigInt(answers.height) }),
    getTransaction: () => answer(answers.logs ? { meta: { logMessages: answers.logs } } : null),
    sendTransaction: (wire: string) => {
      sent.push(wire);
      return answer("");
    },
  };
  // The worker calls no other method.
  const chain = {
    ...app.ctx.chain,
    programAddress: defaultProgramAddress,
    rpc: rpc as unknown as AppContext["chain"]["rpc"],
  };
  return { ctx: { ...app.ctx, chain }, sent };
};

beforeEach(() => app.ctx.db.delete(tickets));
afterEach(() => vi.useRealTimers());

const newPendingTicket = async (signedTransaction = "AQID"): Promise<Ticket> => {
  const ticket = randomBytes(18).toString("base64url") as Ticket;
  await app.ctx.db.insert(tickets).values({
    ticket,
    uid: "person-1" as Uid,
    idempotencyKey: crypto.randomUUID(),
    kind: "buy",
    // A person has at most one open ticket per token.
    mint: encodeBase58(randomBytes(32)) as Mint,
    trader: app.ctx.keys.admin.address,
    request: {},
    message: "AAAA" as Base64,
    lastValidBlockHeight: 1_000,
    state: tradeState.pending,
    signedTransaction: signedTransaction as Base64,
    signature: toSignature(randomBytes(64)),
    changedAt: new Date(Date.now() - 10_000),
  });
  return ticket;
};
const rowOf = async (ticket: Ticket) => (await app.ctx.db.select().from(tickets).where(eq(tickets.ticket, ticket)))[0];

test("a transaction without a status is sent again, but not twice within two seconds", async () => {
  const ticket = await newPendingTicket();
  const { ctx, sent } = chainThat({ height: 1_000, recent: null, inHistory: null });
  const look = newLooks(ctx);
  await look();
  await look();
  expect(sent).toEqual(["AQID"]);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("the status processed is not final", async () => {
  const ticket = await newPendingTicket();
  const { ctx } = chainThat({ height: 10, recent: { err: null, confirmationStatus: "processed" }, inHistory: null });
  await lookOnce(ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("an error on chain fails the ticket with a code of the catalogue", async () => {
  const ticket = await newPendingTicket();
  const err = "InsufficientFundsForFee";
  const { ctx, sent } = chainThat({ height: 10, recent: { err, confirmationStatus: "confirmed" }, inHistory: null });
  await lookOnce(ctx);
  expect(await rowOf(ticket)).toMatchObject({
    state: tradeState.failed,
    errorReason: "transaction.InsufficientFundsForFee",
  });
  expect(sent).toEqual([]);
});

/** A transaction as it is stored, without a valid signature. */
const wireOf = (message: Uint8Array): string =>
  toBase64(
    assembleTransaction(
      message,
      Object.fromEntries(signersOf(message).map((signer) => [signer, toSignature(new Uint8Array(64))])),
    ),
  );
const refusedBy = (wire: string, program: string, number: number): Status => {
  const index = instructionFacts(wire as Base64).called.indexOf(program as Address); // as it was built
  return { err: { InstructionError: [index, { Custom: number }] }, confirmationStatus: "confirmed" };
};
const [program, wallet] = [defaultProgramAddress, encodeBase58(randomBytes(32)) as Address];
const frame = {
  ...{ program, wallet, blockhash: encodeBase58(randomBytes(32)), computeUnitLimit: 60_000 },
  ...{ microLamportsPerUnit: 1n, tokenId: 7n as TokenId, tokens: tokenUnits(1n), minLamports: lamports(1n) },
};
const sellWire = wireOf(
  await buildSellMessage({
    ...frame,
    ...(await tradeAddresses(frame.tokenId, program)),
    ...{ admin: null, flags: noFlags, referrer: null },
  }),
);
const swapWire = wireOf(await buildSwapSellMessage(frame));

test.each([
  ["curve", sellWire, defaultProgramAddress],
  ["pool", swapWire, poolProgramAddress],
])("slippage of the %s is recognised although no node has the logs", async (space, wire, failing) => {
  for (const number of [6002, 6003]) {
    const ticket = await newPendingTicket(wire);
    await lookOnce(chainThat({ height: 10, recent: refusedBy(wire, failing, number), inHistory: null }).ctx);
    expect(await rowOf(ticket)).toMatchObject({ state: tradeState.failed, errorReason: `${space}.${number}` });
  }
});

test("an error number that may come from an inner program waits for the logs, but not forever", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const told = { height: 10, recent: refusedBy(sellWire, program, 1), inHistory: null };
  const mute = newLooks(chainThat(told).ctx);
  const unclear = await newPendingTicket(sellWire);
  await mute();
  expect((await rowOf(unclear))?.state).toBe(tradeState.pending);
  const logs = ["Program TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb failed: custom program error: 0x1"];
  await lookOnce(chainThat({ ...told, logs }).ctx);
  expect(await rowOf(unclear)).toMatchObject({ state: tradeState.failed, errorReason: "token.1" });
  const lost = await newPendingTicket(sellWire);
  await mute();
  vi.setSystemTime(Date.now() + 10_001);
  await mute();
  expect(await rowOf(lost)).toMatchObject({ state: tradeState.failed, errorReason: "program.1" });
});

test("after its last valid block a ticket fails only when the history does not have it either", async () => {
  const landed = await newPendingTicket();
  const known = { err: null, confirmationStatus: "finalized" };
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: known }).ctx);
  expect((await rowOf(landed))?.state).toBe(tradeState.succeeded);
  const lost = await newPendingTicket();
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: null }).ctx);
  expect(await rowOf(lost)).toMatchObject({ state: tradeState.failed, isRetryable: true });
});

test("after its last valid block a node that is behind, or a fork with the transaction, does not fail the ticket", async () => {
  const ticket = await newPendingTicket();
  const behind = chainThat({ height: 1_001, recent: null, inHistory: null, behind: 1 });
  await lookOnce(behind.ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
  const processed = { err: null, confirmationStatus: "processed" };
  await lookOnce(chainThat({ height: 1_001, recent: processed, inHistory: processed }).ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

/** A node, over HTTP, without any signature, that never answers the calls selected by the test. */
const nodeThatHangs = async (hangs: (call: AskedCall) => boolean) => {
  const sent: unknown[] = [];
  const results: Readonly<Record<string, (call: AskedCall) => string>> = {
    getSignatureStatuses: ({ params: [signatures] }) =>
      `{"context":{"slot":10},"value":${JSON.stringify((signatures as unknown[]).map(() => null))}}`, // the signatures
    getEpochInfo: () => '{"absoluteSlot":10,"blockHeight":10}',
    sendTransaction: () => '"signature"',
  };
  const { url } = await startRpcNode({
    one: (call) => {
      if (call.method === "sendTransaction") sent.push(call.params[0]);
      if (hangs(call)) return new Promise<string>(() => undefined);
      return `{"jsonrpc":"2.0","id":"${call.id}","result":${results[call.method]?.(call)}}`;
    },
  });
  const { programAddress } = app.ctx.chain;
  const chain = connectChain({ rpcUrl: url, programAddress, isEmbedded: false });
  return { ctx: { ...app.ctx, chain }, sent };
};

/** A poller whose rounds are two seconds apart by the clock, and wait only for the calls for statuses. */
const looksApart = (ctx: AppContext) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const looks = createTicketPoller(ctx, new AbortController().signal);
  const once = async () => {
    vi.setSystemTime(Date.now() + 2_000);
    await looks.once();
  };
  return { once, idle: () => looks.idle() };
};

test("a node that hangs on one transaction delays no other, and that one is also sent again", async () => {
  for (const wire of ["SLOW", "FAST"]) await newPendingTicket(wire);
  let isHanging = true;
  const { ctx, sent } = await nodeThatHangs(({ params }) => isHanging && params[0] === "SLOW");
  const looks = looksApart(ctx);
  for (const times of [1, 2, 3]) {
    await looks.once();
    await expect.poll(() => sent.filter((wire) => wire === "FAST")).toHaveLength(times);
  }
  expect(sent.filter((wire) => wire === "SLOW")).toHaveLength(1);
  isHanging = false;
  await looks.idle();
  await looks.once();
  await looks.idle();
  expect(sent.filter((wire) => wire === "SLOW")).toHaveLength(2);
});

test.each(["getEpochInfo", "getSignatureStatuses"])(
  "a node that hangs on %s still gets all transactions",
  async (method) => {
    await newPendingTicket();
    const { ctx, sent } = await nodeThatHangs((call) => call.method === method);
    const looks = looksApart(ctx);
    for (const times of [1, 2]) {
      await looks.once();
      await expect.poll(() => sent).toHaveLength(times);
    }
  },
);
