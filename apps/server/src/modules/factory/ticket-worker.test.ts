import { randomBytes } from "node:crypto";
import { toSignature } from "@tribe/chain";
import { type Base64, type Ticket, tradeState, type Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../context.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { tickets } from "./schema.ts";
import { lookOnce } from "./ticket-worker.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Status = { readonly err: unknown; readonly confirmationStatus: string } | null;

/** A chain that answers as the test says and counts what is sent. */
const chainThat = (answers: {
  readonly height: number;
  readonly recent: Status;
  readonly inHistory: Status;
  /** Slots by which the node that knows statuses is behind the one that tells the height. */
  readonly behind?: number;
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
    getTransaction: () => answer(null),
    sendTransaction: (wire: string) => {
      sent.push(wire);
      return answer("");
    },
  };
  // The worker calls no other method.
  const chain = { ...app.ctx.chain, rpc: rpc as unknown as AppContext["chain"]["rpc"] };
  return { ctx: { ...app.ctx, chain }, sent };
};

const newPendingTicket = async (): Promise<Ticket> => {
  await app.ctx.db.delete(tickets);
  const ticket = randomBytes(18).toString("base64url") as Ticket;
  await app.ctx.db.insert(tickets).values({
    ticket,
    uid: "person-1" as Uid,
    idempotencyKey: crypto.randomUUID(),
    kind: "buy",
    mint: app.ctx.keys.admin.address,
    trader: app.ctx.keys.admin.address,
    request: {},
    message: "AAAA" as Base64,
    lastValidBlockHeight: 1_000,
    state: tradeState.pending,
    signedTransaction: "AQID" as Base64,
    signature: toSignature(randomBytes(64)),
    changedAt: new Date(Date.now() - 10_000),
  });
  return ticket;
};
const rowOf = async (ticket: Ticket) => (await app.ctx.db.select().from(tickets).where(eq(tickets.ticket, ticket)))[0];

test("what is not seen yet is sent again, but not twice within two seconds", async () => {
  const ticket = await newPendingTicket();
  const { ctx, sent } = chainThat({ height: 1_000, recent: null, inHistory: null });
  const sentAt = new Map<string, number>();
  await lookOnce(ctx, sentAt);
  await lookOnce(ctx, sentAt);
  expect(sent).toEqual(["AQID"]);
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("processed alone is no end", async () => {
  const ticket = await newPendingTicket();
  const { ctx } = chainThat({ height: 10, recent: { err: null, confirmationStatus: "processed" }, inHistory: null });
  await lookOnce(ctx, new Map());
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});

test("an error on chain fails it with a code of the catalogue", async () => {
  const ticket = await newPendingTicket();
  const err = { InstructionError: [2, { Custom: 6002 }] };
  const { ctx, sent } = chainThat({ height: 10, recent: { err, confirmationStatus: "confirmed" }, inHistory: null });
  await lookOnce(ctx, new Map());
  expect(await rowOf(ticket)).toMatchObject({
    state: tradeState.failed,
    errorReason: "program.6002",
  });
  expect(sent).toEqual([]);
});

test("past its last block it fails only when the history does not know it either", async () => {
  const landed = await newPendingTicket();
  const known = { err: null, confirmationStatus: "finalized" };
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: known }).ctx, new Map());
  expect((await rowOf(landed))?.state).toBe(tradeState.succeeded);
  const lost = await newPendingTicket();
  await lookOnce(chainThat({ height: 1_001, recent: null, inHistory: null }).ctx, new Map());
  expect(await rowOf(lost)).toMatchObject({ state: tradeState.failed, isRetryable: true });
});

test("past its last block a node that is behind, or a fork that has it, ends nothing", async () => {
  const ticket = await newPendingTicket();
  const behind = chainThat({ height: 1_001, recent: null, inHistory: null, behind: 1 });
  await lookOnce(behind.ctx, new Map());
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
  const processed = { err: null, confirmationStatus: "processed" };
  await lookOnce(chainThat({ height: 1_001, recent: processed, inHistory: processed }).ctx, new Map());
  expect((await rowOf(ticket))?.state).toBe(tradeState.pending);
});
