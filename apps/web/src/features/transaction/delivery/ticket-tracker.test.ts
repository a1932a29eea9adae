import {
  ApiError,
  type ApiErrorCode,
  type Base64,
  type Ticket,
  type TokenId,
  type TransactionSignature,
  tradeState,
  type Uid,
} from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { expect, test } from "vitest";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { ticketPreparer } from "./ticket-preparer.ts";
import { type TicketStatus, ticketTracker } from "./ticket-tracker.ts";

const ticket = "ticket-0123456789" as Ticket; // any text
const signature = "5".repeat(88) as TransactionSignature;
const message = "AQID" as Base64;
const openBy = (kind: "ticket" | "callback"): OpenTransaction => ({
  ...{ id: "one", uid: "person-1" as Uid, dialog: "tokenTradeV2Transaction", title: "", description: "" },
  ...{ signature, signedAt: 0, trade: null, via: kind === "ticket" ? { kind, ticket } : { kind, ticket, message } },
});
const followerWith = (submit: () => Promise<void>, status: () => Promise<TicketStatus> = () => Promise.reject()) =>
  ticketTracker({ server: { submit, status, listen: () => () => undefined }, forget: () => undefined });
const refusing = (code: ApiErrorCode) => followerWith(() => Promise.reject(new ApiError(code)));
const telling = (state: TicketStatus["state"], errorReason: string | null, sent: string | null) =>
  followerWith(
    async () => undefined,
    async () => ({ state, errorReason, signature: sent }),
  ).checkStatus(openBy("ticket"));

test("only a final refusal of the server is a failure; a lost answer, a lost session or a server error is unclear", async () => {
  const fatal: readonly ApiErrorCode[] = [
    "slippage_exceeded",
    "insufficient_sol",
    "trade_submission_failed",
    "ticket_signature_invalid",
  ];
  for (const code of fatal)
    for (const isFresh of [true, false])
      expect((await refusing(code).send(openBy("ticket"), isFresh)).kind, code).toBe("failed");
  const unclear: readonly ApiErrorCode[] = [
    "unavailable",
    "internal",
    "too_many_requests",
    "unauthorized",
    "signature_invalid",
    "clock_skew",
    "request_replayed",
    "conflict",
    "system_paused",
    "forbidden",
    "bad_request",
  ];
  for (const code of unclear)
    expect(await refusing(code).send(openBy("ticket"), true), code).toEqual({ kind: "unclear" });
  expect(await followerWith(() => Promise.reject(new TypeError("x"))).send(openBy("ticket"), true)).toEqual({
    kind: "unclear",
  });
});

test("an expired ticket is prepared again", async () => {
  expect(await refusing("ticket_expired").send(openBy("ticket"), true)).toEqual({ kind: "dead" });
});

test("a sale that could not close its account is prepared again with that reason, whether it was sent or not", async () => {
  const failure = { code: "step.account_not_closed", retry: "safe" };
  const error = new ApiError("ticket_expired", { detail: "step.account_not_closed" });
  const refused = await followerWith(() => Promise.reject(error)).send(openBy("ticket"), true);
  expect(refused).toMatchObject({ kind: "dead", failure });
  for (const sent of [null, signature])
    expect(await telling(tradeState.failed, "step.account_not_closed", sent)).toMatchObject({
      kind: "failed",
      canRetry: true,
      failure,
    });
  // Any other reason stays a failure, or an expired ticket.
  expect(await telling(tradeState.failed, "token.11", signature)).not.toHaveProperty("canRetry");
  const other = new ApiError("ticket_expired", { detail: "token.11" });
  expect(await followerWith(() => Promise.reject(other)).send(openBy("ticket"), true)).toEqual({ kind: "dead" });
});

test("an unknown ticket is a failure only at the first submission: later somebody else may be signed in", async () => {
  expect((await refusing("ticket_unknown").send(openBy("ticket"), true)).kind).toBe("failed");
  expect(await refusing("ticket_unknown").send(openBy("ticket"), false)).toEqual({ kind: "unclear" });
});

test("a refused callback has its own title, except for a moved price", async () => {
  expect(await refusing("insufficient_sol").send(openBy("callback"), true)).toMatchObject({
    failure: { title: `Confirm callback failed: ${apiFailure("insufficient_sol").title}` },
  });
  expect(await refusing("slippage_exceeded").send(openBy("callback"), true)).toMatchObject({
    failure: { title: expect.not.stringContaining("callback") },
  });
});

test.each(["api.insufficient_sol", "curve.6002", "instruction.InsufficientFunds"])(
  "a refused callback has the same failure for %s, whether the call's answer or the ticket's result arrives first",
  async (detail) => {
    const refusing = followerWith(() => Promise.reject(new ApiError("trade_submission_failed", { detail })));
    const answered = await refusing.send(openBy("callback"), true);
    const ended = await followerWith(
      async () => undefined,
      async () => ({ state: tradeState.failed, errorReason: detail, signature: null }),
    ).checkStatus(openBy("callback"));
    expect(answered.kind === "failed" && answered.failure).toEqual(ended.kind === "failed" && ended.failure);
    expect(answered).toMatchObject({ kind: "failed" });
  },
);

test("only the ticket's state determines the result", async () => {
  expect(await telling(tradeState.initialized, null, null)).toEqual({ kind: "open" });
  expect(await telling(tradeState.pending, null, signature)).toEqual({ kind: "open" });
  expect(await telling(tradeState.succeeded, null, signature)).toEqual({ kind: "landed" });
  expect(await telling(tradeState.failed, "<b>raw</b>", signature)).toMatchObject({
    failure: { title: "Transaction failed" },
  });
  expect(await followerWith(async () => undefined).checkStatus(openBy("ticket"))).toEqual({ kind: "open" });
});

test("a ticket that expired unsigned after its submission was never sent, because of congestion", async () => {
  expect(await telling(tradeState.failed, "api.ticket_expired", null)).toMatchObject({
    failure: stepFailure("congestion"),
    neverSent: true,
    isStale: true,
  });
});

test("a transaction that the server refused unsigned was never sent, and is not prepared again automatically", async () => {
  expect(await telling(tradeState.failed, "api.insufficient_sol", null)).toEqual({
    kind: "failed",
    failure: apiFailure("insufficient_sol"),
    neverSent: true,
  });
});

/** A tracker of a creation with the server's answers. */
const creationWith = (status: () => Promise<TicketStatus>) => followerWith(async () => undefined, status);
const creation: OpenTransaction = {
  ...openBy("ticket"),
  ...{ dialog: "createTokenTransaction", via: { kind: "creation", tokenId: 7n as TokenId, wish: null } },
};

test("a creation that must be signed again reports that with the reason of its failure, sent or not", async () => {
  const failed = { state: tradeState.failed, shouldRetry: true } as const;
  const sent = creationWith(async () => ({ ...failed, errorReason: "step.busy_network", signature }));
  expect(await sent.checkStatus(creation)).toEqual({
    kind: "failed",
    failure: stepFailure("busy_network"),
    canRetry: true,
  });
  const unsent = creationWith(async () => ({ ...failed, errorReason: "api.ticket_expired", signature: null }));
  expect(await unsent.checkStatus(creation)).toMatchObject({ canRetry: true, neverSent: true });
  const final = creationWith(async () => ({ ...failed, shouldRetry: false, errorReason: "curve.6002", signature }));
  expect(await final.checkStatus(creation)).not.toHaveProperty("canRetry");
});

test("polls creations every 3 s and all other tickets every 2 s", () => {
  const { pollEvery } = followerWith(async () => undefined);
  expect([creation, openBy("ticket"), openBy("callback")].map(pollEvery)).toEqual([3_000, 2_000, 2_000]);
});

const viaOf = ({ ticket }: { ticket: Ticket }) => ({ kind: "ticket", ticket }) as const;
const notStored = { kind: "failed", failure: stepFailure("not_kept") } as const;

test("a lost answer to the preparation is requested again with the same key, another attempt with a new one", async () => {
  const keys: string[] = [];
  let made = 0;
  const preparer = ticketPreparer<{ ticket: Ticket; message: Base64 }>({
    open: async (key) => {
      keys.push(key);
      if (keys.length < 3) throw new ApiError(keys.length === 1 ? "unavailable" : "request_replayed");
      return { ticket, message };
    },
    newKey: () => `key-${++made}`,
    pause: async () => undefined,
    viaOf,
    store: async () => notStored,
  });
  expect(await preparer.prepare(1, null)).toEqual({ kind: "prepared", prepared: { ticket, message } });
  await preparer.prepare(2, null);
  expect(keys).toEqual(["key-1", "key-1", "key-1", "key-2"]);
});

test("a refused preparation has the server's reason; a transaction that can't be stored is not submitted", async () => {
  const preparer = ticketPreparer<{ ticket: Ticket; message: Base64 }>({
    open: () => Promise.reject(new ApiError("insufficient_sol")),
    newKey: () => "key",
    viaOf,
    store: async () => notStored,
  });
  expect(await preparer.prepare(1, null)).toMatchObject({ failure: apiFailure("insufficient_sol") });
  expect(await preparer.store({ ticket, message }, signature)).toMatchObject(notStored);
});
