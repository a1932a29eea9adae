import type { TransactionSignature } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  maxPrepareRetries,
  type TransactionDialogEvent,
  type TransactionDialogState,
  transactionDialog,
} from "./transaction-dialog.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text does here
type State = TransactionDialogState<string>;
type Event = TransactionDialogEvent<string>;
const error = (settled: boolean): State => ({ kind: "error", message: "why", signature, settled });

const states: Record<string, State> = {
  closed: { kind: "closed" },
  preparing: { kind: "preparing", attempt: 1 },
  ready: { kind: "ready", attempt: 1, prepared: "a" },
  signing: { kind: "processing", attempt: 1, prepared: "a", signature: null },
  sent: { kind: "processing", attempt: 1, prepared: "a", signature },
  confirmed: { kind: "confirmed", signature },
  error: error(true),
  timedOut: error(false),
};
const events: Record<Event["kind"], Event> = {
  opened: { kind: "opened" },
  prepared: { kind: "prepared", prepared: "b" },
  approved: { kind: "approved" },
  declined: { kind: "declined" },
  submitted: { kind: "submitted", signature },
  landed: { kind: "landed", signature },
  failed: { kind: "failed", message: "no" },
  blockhashNotFound: { kind: "blockhashNotFound" },
  timedOut: { kind: "timedOut" },
  acknowledged: { kind: "acknowledged" },
  closeRequested: { kind: "closeRequested" },
};
const closing = { acknowledged: "closed", closeRequested: "closed" };
/** state × event → kind of the next state; what is not listed leaves the very same object. */
const table: Record<string, Partial<Record<Event["kind"], string>>> = {
  closed: { opened: "preparing" },
  preparing: { prepared: "ready", failed: "error", blockhashNotFound: "preparing" },
  ready: {
    prepared: "ready",
    approved: "processing",
    declined: "closed",
    failed: "error",
    blockhashNotFound: "preparing",
    closeRequested: "closed",
  },
  signing: {
    declined: "closed",
    submitted: "processing",
    landed: "confirmed",
    failed: "error",
    blockhashNotFound: "preparing",
    timedOut: "error",
  },
  sent: { submitted: "processing", landed: "confirmed", failed: "error", timedOut: "error" },
  confirmed: closing,
  error: closing,
  timedOut: { ...closing, landed: "confirmed", failed: "error" },
};

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
    let state: State = transactionDialog.transition<string>(transactionDialog.initial, { kind: "opened" });
    for (let retry = 0; retry < maxPrepareRetries; retry += 1) {
      state = transactionDialog.transition(state, { kind: "blockhashNotFound" });
      expect(state).toEqual({ kind: "preparing", attempt: retry + 2 });
      state = transactionDialog.transition(state, { kind: "prepared", prepared: "again" });
    }
    expect(transactionDialog.transition(state, { kind: "blockhashNotFound" })).toMatchObject({
      kind: "error",
      message: "Blockhash not found",
    });
  });

  test("cannot be closed while busy", () => {
    const busy = Object.entries(states).filter(([, state]) => transactionDialog.isBusy(state));
    expect(busy.map(([name]) => name)).toEqual(["preparing", "signing", "sent"]);
    for (const [, state] of busy) expect(transactionDialog.transition(state, { kind: "closeRequested" })).toBe(state);
  });

  test("a timeout of something sent stays open to the truth", () => {
    const sent = states.sent ?? transactionDialog.initial;
    expect(transactionDialog.transition(sent, { kind: "timedOut" })).toEqual({
      kind: "error",
      message: "Transaction confirmation timeout",
      signature,
      settled: false,
    });
  });

  test("says what it does", () => {
    expect(Object.values(states).map(transactionDialog.statusText)).toEqual([
      null,
      "Preparing...",
      null,
      "Processing...",
      "Processing...",
      "Confirmed",
      null,
      null,
    ]);
  });

  const anyEvent = fc.constantFrom(...Object.values(events));

  test("in any order of answers, what was sent is only ended by the chain, a timeout or its error", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
        let state: State = transactionDialog.initial;
        for (const event of sequence) {
          const next: State = transactionDialog.transition(state, event);
          const wasSent = state.kind === "processing" && state.signature !== null;
          if (wasSent && next.kind !== "processing") expect(["landed", "failed", "timedOut"]).toContain(event.kind);
          if (next.kind === "confirmed" && state.kind !== "confirmed") expect(event.kind).toBe("landed");
          if (transactionDialog.isBusy(state) && event.kind === "closeRequested") expect(next).toBe(state);
          state = next;
        }
      }),
    );
  });

  test("always ends closed once it is acknowledged, whatever came before", () => {
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
