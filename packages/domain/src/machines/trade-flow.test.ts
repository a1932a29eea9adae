import type { Ticket, TransactionSignature } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { type TradeFlowEvent, type TradeFlowState, tradeFlow } from "./trade-flow.ts";

const ticket = "ticket-0123456789" as Ticket; // any text does here
const signature = "5".repeat(88) as TransactionSignature;

const states: Record<TradeFlowState["kind"], TradeFlowState> = {
  amountEntry: { kind: "amountEntry" },
  requestingTicket: { kind: "requestingTicket" },
  signing: { kind: "signing", ticket },
  submitting: { kind: "submitting", ticket, signature },
  polling: { kind: "polling", ticket },
  confirmed: { kind: "confirmed", ticket },
  failed: { kind: "failed", message: "why", ticket },
};
const events: Record<TradeFlowEvent["kind"], TradeFlowEvent> = {
  nextPressed: { kind: "nextPressed" },
  ticketReceived: { kind: "ticketReceived", ticket },
  signed: { kind: "signed", signature },
  declined: { kind: "declined" },
  accepted: { kind: "accepted" },
  succeeded: { kind: "succeeded" },
  failed: { kind: "failed", message: "no" },
  resumed: { kind: "resumed", ticket },
  reset: { kind: "reset" },
};
/** What is not listed leaves the very same object. */
const table: Record<TradeFlowState["kind"], Partial<Record<TradeFlowEvent["kind"], string>>> = {
  amountEntry: { nextPressed: "requestingTicket", resumed: "polling" },
  requestingTicket: { ticketReceived: "signing", declined: "amountEntry", failed: "failed" },
  signing: { signed: "submitting", declined: "amountEntry", failed: "failed" },
  submitting: { accepted: "polling", succeeded: "confirmed", failed: "failed" },
  polling: { succeeded: "confirmed", failed: "failed" },
  confirmed: { reset: "amountEntry" },
  failed: { reset: "amountEntry" },
};

describe("a trade in the page", () => {
  for (const state of Object.values(states))
    for (const event of Object.values(events))
      test(`${state.kind} × ${event.kind}`, () => {
        const next = tradeFlow.transition(state, event);
        const expected = table[state.kind][event.kind];
        if (expected === undefined) expect(next).toBe(state);
        else expect(next.kind).toBe(expected);
      });
});
