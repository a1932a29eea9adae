import type { TransactionSignature } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepFailure } from "../words/failures/index.ts";
import {
  maxFeeTries,
  maxPrepareRetries,
  type TransactionDialogEvent,
  type TransactionDialogState,
  transactionDialog,
} from "./transaction-dialog.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text does here
const failure = stepFailure("transaction_failed");
const attempt = 1;
type State = TransactionDialogState<string>;
type Event = TransactionDialogEvent<string>;
const error = (settled: boolean): State => ({ kind: "error", attempt, failure, signature, settled });

const states: Record<string, State> = {
  closed: { kind: "closed" },
  preparing: { kind: "preparing", attempt, feeTry: 1 },
  ready: { kind: "ready", attempt, prepared: "a" },
  signing: { kind: "signing", attempt, prepared: "a" },
  sending: { kind: "sending", attempt, signature },
  sent: { kind: "sent", attempt, signature },
  confirmed: { kind: "confirmed", signature },
  error: error(true),
  timedOut: error(false),
};
const events: Record<Event["kind"], Event> = {
  opened: { kind: "opened" },
  resumed: { kind: "resumed", signature },
  prepared: { kind: "prepared", attempt, prepared: "b" },
  feeUnknown: { kind: "feeUnknown", attempt },
  balanceUnknown: { kind: "balanceUnknown", attempt },
  approved: { kind: "approved" },
  declined: { kind: "declined" },
  signed: { kind: "signed", attempt, signature },
  submitted: { kind: "submitted", attempt },
  landed: { kind: "landed", attempt },
  failed: { kind: "failed", attempt, failure },
  retryAsked: { kind: "retryAsked", attempt, failure },
  renewed: { kind: "renewed", attempt, prepared: "b" },
  blockhashNotFound: { kind: "blockhashNotFound", attempt },
  timedOut: { kind: "timedOut" },
  acknowledged: { kind: "acknowledged" },
  closeRequested: { kind: "closeRequested" },
};
const closing = { acknowledged: "closed", closeRequested: "closed" };
/** state × event → kind of the next state; events that are not listed return the same object. */
const table: Record<string, Partial<Record<Event["kind"], State["kind"]>>> = {
  closed: { opened: "preparing", resumed: "sent" },
  preparing: {
    prepared: "ready",
    feeUnknown: "preparing",
    balanceUnknown: "preparing",
    failed: "error",
    blockhashNotFound: "preparing",
  },
  ready: {
    approved: "signing",
    renewed: "ready",
    signed: "sending",
    declined: "closed",
    failed: "error",
    blockhashNotFound: "preparing",
    closeRequested: "closed",
  },
  signing: { signed: "sending", declined: "closed", failed: "error", blockhashNotFound: "preparing" },
  sending: {
    submitted: "sent",
    landed: "confirmed",
    failed: "error",
    retryAsked: "preparing",
    blockhashNotFound: "preparing",
    timedOut: "error",
  },
  sent: { landed: "confirmed", failed: "error", retryAsked: "preparing", timedOut: "error" },
  confirmed: closing as Record<string, State["kind"]>, // both lead to one of its kinds
  error: closing as Record<string, State["kind"]>, // as above
  timedOut: {
    acknowledged: "closed",
    closeRequested: "closed",
    landed: "confirmed",
    failed: "error",
    retryAsked: "preparing",
  },
};

const begin = (): State => transactionDialog.transition<string>(transactionDialog.initial, { kind: "opened" });

describe("the transaction dialog", () => {
  for (const [from, state] of Object.entries(states))
    for (const [on, event] of Object.entries(events))
      test(`${from} × ${on}`, () => {
        const next = transactionDialog.transition(state, event);
        const expected = table[from]?.[event.kind];
        if (expected === undefined) expect(next).toBe(state);
        else expect(next.kind, on).toBe(expected);
      });

  test("prepares again up to 3 times, then shows the error", () => {
    let state = begin();
    for (let retry = 1; retry <= maxPrepareRetries; retry += 1) {
      state = transactionDialog.transition(state, { kind: "blockhashNotFound", attempt: retry });
      expect(state).toEqual({ kind: "preparing", attempt: retry + 1, feeTry: 1 });
      state = transactionDialog.transition(state, { kind: "prepared", attempt: retry + 1, prepared: "again" });
    }
    expect(transactionDialog.transition(state, { kind: "blockhashNotFound", attempt: 4 })).toMatchObject({
      kind: "error",
      failure: { title: "Blockhash not found" },
      settled: true,
    });
  });

  test("counts a renewal as one of them", () => {
    const ready = (now: number): State => ({ kind: "ready", attempt: now, prepared: "a" });
    const next = transactionDialog.transition(ready(3), { kind: "renewed", attempt: 3, prepared: "b" });
    expect(next).toEqual({ kind: "ready", attempt: 4, prepared: "b" });
    expect(transactionDialog.transition(next, { kind: "blockhashNotFound", attempt: 4 })).toMatchObject({
      kind: "error",
      failure: { title: "Blockhash not found" },
    });
  });

  test("prepares again as often when the server asks for it, then shows the server's failure", () => {
    const sentAt = (now: number): State => ({ kind: "sent", attempt: now, signature });
    expect(transactionDialog.transition(sentAt(3), { kind: "retryAsked", attempt: 3, failure })).toEqual({
      kind: "preparing",
      attempt: 4,
      feeTry: 1,
    });
    expect(transactionDialog.transition(sentAt(4), { kind: "retryAsked", attempt: 4, failure })).toMatchObject({
      kind: "error",
      failure,
      settled: true,
    });
  });

  test("reads the base fee up to 3 times, then shows the error", () => {
    let state = begin();
    for (let left = maxFeeTries; left > 1; left -= 1)
      state = transactionDialog.transition(state, { kind: "feeUnknown", attempt });
    expect(state).toEqual({ kind: "preparing", attempt, feeTry: maxFeeTries });
    expect(transactionDialog.transition(state, { kind: "feeUnknown", attempt })).toMatchObject({
      kind: "error",
      failure: { title: "Unable to get base fee" },
    });
  });

  test("reads the balance up to 3 times, too, and says that it was the balance", () => {
    let state = begin();
    for (const kind of ["balanceUnknown", "feeUnknown"] as const)
      state = transactionDialog.transition(state, { kind, attempt });
    expect(state).toEqual({ kind: "preparing", attempt, feeTry: maxFeeTries });
    expect(transactionDialog.transition(state, { kind: "balanceUnknown", attempt })).toMatchObject({
      kind: "error",
      failure: { title: "Unable to get your balance" },
    });
  });

  test("ignores answers of earlier attempts", () => {
    for (const state of Object.values(states)) {
      if (!("attempt" in state)) continue;
      const newer = { ...state, attempt: 2 };
      for (const event of Object.values(events))
        if ("attempt" in event) expect(transactionDialog.transition(newer, event)).toBe(newer);
    }
  });

  test("cannot be closed while busy", () => {
    const busy = Object.entries(states).filter(([, state]) => transactionDialog.isBusy(state));
    expect(busy.map(([name]) => name)).toEqual(["preparing", "signing", "sending", "sent"]);
    for (const [, state] of busy) expect(transactionDialog.transition(state, { kind: "closeRequested" })).toBe(state);
  });

  test("after a timeout a signed transaction still accepts its outcome", () => {
    for (const state of [states.sending, states.sent]) {
      const timedOut = transactionDialog.transition(state ?? transactionDialog.initial, { kind: "timedOut" });
      expect(timedOut).toMatchObject({
        kind: "error",
        failure: { title: "Transaction confirmation timeout" },
        signature,
        settled: false,
      });
      expect(transactionDialog.isOpen(timedOut)).toBe(true);
    }
  });

  test("shows its status, and the signature once there is one", () => {
    expect(Object.values(states).map(transactionDialog.statusText)).toEqual([
      null,
      "Preparing...",
      null,
      "Processing...",
      "Processing...",
      "Processing...",
      "Confirmed",
      null,
      null,
    ]);
    const signed = Object.entries(states).filter(([, state]) => transactionDialog.signatureOf(state) !== null);
    expect(signed.map(([name]) => name)).toEqual(["sending", "sent", "confirmed", "error", "timedOut"]);
  });

  test("shows the signature of a transaction that failed on chain, and none of one that was never sent", () => {
    for (const state of [states.sending, states.sent, states.timedOut])
      for (const neverSent of [true, false])
        expect(
          transactionDialog.transition(state ?? transactionDialog.initial, {
            kind: "failed",
            attempt,
            failure,
            neverSent,
          }),
        ).toMatchObject({ kind: "error", settled: true, signature: neverSent ? null : signature });
  });

  const anyEvent = fc
    .tuple(fc.constantFrom(...Object.values(events)), fc.integer({ min: 1, max: 4 }))
    .map(([event, of]): Event => ("attempt" in event ? { ...event, attempt: of } : event));

  test("in any order of answers, a sent transaction ends only by its known outcome, or a timeout", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
        let state: State = transactionDialog.initial;
        for (const event of sequence) {
          const next: State = transactionDialog.transition(state, event);
          if (state.kind === "sent" && next.kind !== "sent")
            expect(["landed", "failed", "retryAsked", "timedOut"]).toContain(event.kind);
          if (next.kind === "confirmed" && state.kind !== "confirmed") expect(event.kind).toBe("landed");
          if (transactionDialog.isBusy(state) && event.kind === "closeRequested") expect(next).toBe(state);
          state = next;
        }
      }),
    );
  });

  test("always closes once the result is acknowledged, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
        const last = sequence.reduce<State>((state, event) => transactionDialog.transition(state, event), {
          kind: "closed",
        });
        if (!transactionDialog.isBusy(last))
          expect(transactionDialog.transition(last, { kind: "closeRequested" }).kind).toBe("closed");
      }),
    );
  });
});
