import type { TransactionSignature } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { type ChainTicketEvent, type ChainTicketState, creation, tradeTicket } from "./chain-ticket.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text does here
const other = "6".repeat(88) as TransactionSignature;

const states: Record<string, ChainTicketState> = {
  initialized: { kind: "initialized" },
  pending: { kind: "pending", signature },
  succeeded: { kind: "succeeded", signature },
  failed: { kind: "failed", signature, reason: "why", retry: false },
};
const events: Record<string, ChainTicketEvent> = {
  submitted: { kind: "submitted", signature: other },
  withdrawn: { kind: "withdrawn", reason: "Prepared again", retry: true },
  confirmed: { kind: "confirmed" },
  rejectedOnChain: { kind: "rejectedOnChain", reason: "Slippage exceeded", retry: true },
  expired: { kind: "expired" },
};
/** state × event → next state; "-" returns the same object. */
const table: Record<string, Record<string, string>> = {
  initialized: { submitted: "pending", withdrawn: "failed", confirmed: "-", rejectedOnChain: "-", expired: "failed" },
  pending: { submitted: "-", withdrawn: "-", confirmed: "succeeded", rejectedOnChain: "failed", expired: "failed" },
  succeeded: { submitted: "-", withdrawn: "-", confirmed: "-", rejectedOnChain: "-", expired: "-" },
  failed: { submitted: "-", withdrawn: "-", confirmed: "-", rejectedOnChain: "-", expired: "-" },
};

describe("a ticket", () => {
  for (const [from, state] of Object.entries(states))
    for (const [on, event] of Object.entries(events))
      test(`${from} × ${on}`, () => {
        const next = tradeTicket.transition(state, event);
        const expected = table[from]?.[on];
        if (expected === "-") expect(next).toBe(state);
        else expect(next.kind).toBe(expected);
      });

  test("keeps its signature and its reason for failing", () => {
    const pending = tradeTicket.transition(tradeTicket.initial, { kind: "submitted", signature });
    expect(pending).toEqual({ kind: "pending", signature });
    expect(tradeTicket.transition(pending, { kind: "rejectedOnChain", reason: "why", retry: true })).toEqual({
      kind: "failed",
      signature,
      reason: "why",
      retry: true,
    });
    expect(tradeTicket.transition(pending, { kind: "expired" })).toMatchObject({
      reason: "step.busy_network",
      retry: true,
    });
  });

  test("has the API's numbers", () => {
    expect(Object.values(states).map(tradeTicket.toWire)).toEqual([0, 1, 2, 3]);
    expect(Object.values(states).map((state) => creation.toWire(state).state)).toEqual([0, 1, 2, -1]);
    expect(creation.toWire({ kind: "failed", signature: null, reason: "", retry: true }).shouldRetry).toBe(true);
    expect(Object.values(states).map(tradeTicket.isFinal)).toEqual([false, false, true, true]);
  });
});
