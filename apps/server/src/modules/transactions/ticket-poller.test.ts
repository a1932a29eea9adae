import { randomBytes } from "node:crypto";
import { defaultProgramAddress, poolProgramAddress } from "@tribe/chain/accounts";
import { buildSellMessage, buildSwapSellMessage, tradeAddresses } from "@tribe/chain/messages";
import {
  assembleTransaction,
  calledPrograms,
  encodeBase58,
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
import type { AppContext } from "../../context.ts";
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

/** Looks whose every call is over when one of them ends. */
const newLooks = (ctx: AppContext) => {
  const looks = createTicketPoller(ctx, new AbortController().signal);
  return async () => {
    await looks.once();
    await looks.idle();
  };
};
const lookOnce = (ctx: AppContext) => newLooks(ctx)();

/** A chain that answers as the test says and counts what is sent. */
const chainThat = (answers: {
  readonly height: number;
  readonly recent: Status;
  readonly inHistory: Status;
  /** Slots by which the node that knows statuses is behind the one that tells the height. */
  readonly behind?: number;
  /** What the node tells of a transaction; by default it does not have any. */
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
    // A person has one open ticket for each token.
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

test("what is not seen yet is sent again, but not twice within two seconds", async () => {
  const ticket = await newPendingTicket();
  const { ctx, sent } = chainThat({ height: 1_000, recent: null, inHistory: null });
  const look = newLooks(ctx);
  await look();
  await look();
  expect(sent).toEqual(["AQID"]);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("processed alone is no end", async () => {
  const ticket = await newPendingTicket();
  const { ctx } = chainThat({ height: 10, recent: { err: null, confirmationStatus: "processed" }, inHistory: null });
  await lookOnce(ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("an error on chain fails it with a code of the catalogue", async () => {
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

/** A transaction as it is stored, signed by nobody. */
const wireOf = (message: Uint8Array): string =>
  toBase64(
    assembleTransaction(
      message,
      Object.fromEntries(signersOf(message).map((signer) => [signer, toSignature(new Uint8Array(64))])),
    ),
  );
const refusedBy = (wire: string, program: string, number: number): Status => {
  const index = calledPrograms(wire as Base64).indexOf(program as Address); // as it was built
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
])("slippage of the %s is told as such although no node has the logs", async (space, wire, failing) => {
  for (const number of [6002, 6003]) {
    const ticket = await newPendingTicket(wire);
    await lookOnce(chainThat({ height: 10, recent: refusedBy(wire, failing, number), inHistory: null }).ctx);
    expect(await rowOf(ticket)).toMatchObject({ state: tradeState.failed, errorReason: `${space}.${number}` });
  }
});

test("a number that may be of a program inside waits for the logs, but not for ever", async () => {
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

test("past its last block it fails only when the history does not know it either", async () => {
  const landed = await newPendingTicket();
  const known = { err: null, confirmationStatus: "finalized" };
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: known }).ctx);
  expect((await rowOf(landed))?.state).toBe(tradeState.succeeded);
  const lost = await newPendingTicket();
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: null }).ctx);
  expect(await rowOf(lost)).toMatchObject({ state: tradeState.failed, isRetryable: true });
});

test("past its last block a node that is behind, or a fork that has it, ends nothing", async () => {
  const ticket = await newPendingTicket();
  const behind = chainThat({ height: 1_001, recent: null, inHistory: null, behind: 1 });
  await lookOnce(behind.ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
  const processed = { err: null, confirmationStatus: "processed" };
  await lookOnce(chainThat({ height: 1_001, recent: processed, inHistory: processed }).ctx);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

/** A node, over HTTP, that knows nothing of any signature and never answers the calls that the test says. */
const nodeThatHangs = async (hangs: (call: AskedCall) => boolean) => {
  const sent: unknown[] = [];
  const results: Readonly<Record<string, (call: AskedCall) => string>> = {
    getSignatureStatuses: ({ params: [signatures] }) =>
      `{"context":{"slot":10},"value":${JSON.stringify((signatures as unknown[]).map(() => null))}}`, // a list of them
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

/** Looks that are two seconds apart by the clock, and wait for no call of a node's but that for signatures. */
const looksApart = (ctx: AppContext) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const looks = createTicketPoller(ctx, new AbortController().signal);
  const once = async () => {
    vi.setSystemTime(Date.now() + 2_000);
    await looks.once();
  };
  return { once, idle: () => looks.idle() };
};

test("a node that hangs with one transaction delays no other, and gets that one again, too", async () => {
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
  "a node that hangs with %s is sent everything all the same",
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
