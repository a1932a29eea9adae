import {
  type Address,
  type Base64,
  type Ticket,
  type TransactionSignature,
  tradeState,
  type Uid,
} from "@tribe/contract";
import { expect, test } from "vitest";
import type { TicketRow } from "../schema.ts";
import { changeBy, stateOf } from "./ticket-changes.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text does here
const row: TicketRow = {
  ticket: "a-ticket" as Ticket,
  uid: "somebody" as Uid,
  idempotencyKey: "0b5d9a0e-4dd5-4c1a-9c0d-3a3f5f0d6c11",
  kind: "buy",
  mint: "mint" as Address as TicketRow["mint"],
  trader: "trader" as Address as TicketRow["trader"],
  request: {},
  message: "bWVzc2FnZQ==" as Base64,
  lastValidBlockHeight: 100,
  state: tradeState.initialized,
  signedTransaction: null,
  trace: null,
  signature: null,
  errorReason: null,
  isRetryable: false,
  isOnlyOpen: true,
  createdAt: new Date(0),
  changedAt: new Date(0),
};
const pending: TicketRow = { ...row, state: tradeState.pending, signature, signedTransaction: "c2lnbmVk" as Base64 };
const withdrawn = { kind: "withdrawn", reason: "step.prepared_again", retry: true } as const;

test("a submission stores the signature with the signed transaction, and reports both states", () => {
  const change = changeBy(row, { kind: "submitted", signature }, "c2lnbmVk" as Base64);
  expect(change).toEqual({
    before: row,
    after: {
      state: tradeState.pending,
      signature,
      signedTransaction: "c2lnbmVk",
      errorReason: null,
      isRetryable: false,
    },
    changed: { uid: row.uid, ticket: row.ticket, state: tradeState.pending, errorReason: null, signature },
    creation: null,
  });
});

test.each([
  ["a withdrawal of an unsigned ticket", row, withdrawn, tradeState.failed, "step.prepared_again"],
  ["a confirmation of a signed one", pending, { kind: "confirmed" }, tradeState.succeeded, null],
  [
    "a rejection on chain",
    pending,
    { kind: "rejectedOnChain", reason: "curve.6002", retry: false },
    tradeState.failed,
    "curve.6002",
  ],
  ["its expiry", pending, { kind: "expired" }, tradeState.failed, "step.busy_network"],
] as const)("%s changes the ticket and keeps what was signed", (_, before, event, state, errorReason) => {
  const change = changeBy(before, event);
  expect(change?.after).toMatchObject({ state, errorReason, signature: before.signature });
  expect(change?.after.signedTransaction).toBe(before.signedTransaction);
  expect(change?.changed).toMatchObject({ state, errorReason });
});

test.each([
  ["a withdrawal of a signed ticket", pending, withdrawn],
  ["a confirmation of an unsigned one", row, { kind: "confirmed" }],
  ["a second confirmation", { ...pending, state: tradeState.succeeded }, { kind: "confirmed" }],
] as const)("%s changes nothing", (_, before, event) => {
  expect(changeBy(before, event)).toBeNull();
});

test("a creation's owner also gets the creation's state", () => {
  const change = changeBy({ ...pending, kind: "create" }, { kind: "confirmed" });
  expect(change?.creation).toEqual({ uid: row.uid, state: 2, shouldRetry: false, errorReason: null });
});

test("a failed row without a reason has the general one", () => {
  expect(stateOf({ ...row, state: tradeState.failed })).toMatchObject({ reason: "step.transaction_failed" });
});
