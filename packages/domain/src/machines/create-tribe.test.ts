import type { Address, TokenId } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { stepFailure } from "../words/failures/index.ts";
import { type CreateTribeEvent, type CreateTribeState, createTribe } from "./create-tribe.ts";

const mint = "So11111111111111111111111111111111111111112" as Address; // any address does here
const tokenId = 7n as TokenId;
const status = (state: -1 | 0 | 1 | 2, shouldRetry = false): CreateTribeEvent => ({
  kind: "statusReceived",
  state,
  shouldRetry,
  errorReason: null,
  mint,
});

const states: Record<string, CreateTribeState> = {
  init: { kind: "init" },
  preparing: { kind: "preparing", tokenId: null },
  processing: { kind: "processing", tokenId },
  overdue: { kind: "overdue", tokenId, failure: stepFailure("confirmation_timeout") },
  completed: { kind: "completed", mint },
  failed: { kind: "failed", failure: stepFailure("prepare_failed") },
};
const events: Record<string, CreateTribeEvent> = {
  started: { kind: "started" },
  prepared: { kind: "prepared", tokenId },
  declined: { kind: "declined" },
  statusPending: status(1),
  statusConfirmed: status(2),
  statusFailed: status(-1),
  statusRetry: status(-1, true),
  failed: { kind: "failed", failure: stepFailure("declined") },
  timedOut: { kind: "timedOut" },
  lookedAgain: { kind: "lookedAgain" },
  tribeFound: { kind: "tribeFound", mint },
  acknowledged: { kind: "acknowledged" },
};
/** What is not listed leaves the very same object. */
const table: Record<string, Record<string, string>> = {
  init: { started: "preparing", tribeFound: "completed" },
  preparing: { prepared: "processing", declined: "init", failed: "failed", tribeFound: "completed" },
  processing: {
    declined: "init",
    statusConfirmed: "completed",
    statusFailed: "failed",
    statusRetry: "preparing",
    failed: "failed",
    timedOut: "overdue",
    tribeFound: "completed",
  },
  overdue: {
    statusConfirmed: "completed",
    statusFailed: "failed",
    statusRetry: "preparing",
    failed: "failed",
    lookedAgain: "processing",
    tribeFound: "completed",
  },
  completed: {},
  failed: { started: "preparing", tribeFound: "completed", acknowledged: "init" },
};

describe("creating a Tribe", () => {
  for (const [from, state] of Object.entries(states))
    for (const [on, event] of Object.entries(events))
      test(`${from} × ${on}`, () => {
        const next = createTribe.transition(state, event);
        const expected = table[from]?.[on];
        if (expected === undefined) expect(next).toBe(state);
        else expect(next.kind).toBe(expected);
      });

  test("a retry keeps the token id", () => {
    expect(createTribe.transition({ kind: "processing", tokenId }, status(-1, true))).toEqual({
      kind: "preparing",
      tokenId,
    });
  });

  test("a failure without a reason still says something", () => {
    expect(createTribe.transition({ kind: "processing", tokenId }, status(-1))).toMatchObject({
      kind: "failed",
      failure: { title: "Transaction failed" },
    });
  });

  test("has the spec's five labels and is busy in two of them", () => {
    expect(Object.values(states).map(createTribe.label)).toEqual([
      "Init",
      "Preparing transaction",
      "Processing transaction",
      "Processing transaction",
      "Completed",
      "Failed",
    ]);
    expect(Object.values(states).map(createTribe.isBusy)).toEqual([false, true, true, false, false, false]);
  });
});
