import { randomBytes } from "node:crypto";
import { type Base64, type Ticket, tradeState } from "@tribe/contract";
import { type ChainTicketEvent, type ChainTicketState, creation, tradeTicket } from "@tribe/domain/machines";
import type { BusEvents } from "../../../engines/bus/port.ts";
import type { TicketRow } from "../schema.ts";
import { kindOf } from "./kinds.ts";

/** The fields that a preparation gives. */
export type NewTicket = Pick<
  TicketRow,
  "uid" | "idempotencyKey" | "kind" | "mint" | "trader" | "request" | "message" | "lastValidBlockHeight"
>;

const newTicketId = (): Ticket => randomBytes(18).toString("base64url") as Ticket;

/** The row of a new ticket. */
export const newTicketRow = (ticket: NewTicket) => ({
  ...ticket,
  ticket: newTicketId(),
  state: tradeState.initialized,
  isOnlyOpen: kindOf(ticket.kind).open === "one",
});

/** The columns that change after the preparation. */
type ChangingColumns = Pick<TicketRow, "state" | "signature" | "signedTransaction" | "errorReason" | "isRetryable">;

/** What a ticket becomes by an event, and the events of the bus that report it to its owner. */
export interface TicketChange {
  readonly before: TicketRow;
  readonly after: ChangingColumns;
  readonly changed: BusEvents["ticket.changed"];
  /** Of a creation; the id of its token is added where it is stored. */
  readonly creation: Omit<BusEvents["creation.changed"], "tokenId"> | null;
}

/** The row as a state of the domain's state machine. */
export const stateOf = (row: TicketRow): ChainTicketState => {
  const { state, signature, errorReason, isRetryable } = row;
  if (state === tradeState.failed)
    return { kind: "failed", signature, reason: errorReason ?? unknownReason, retry: isRetryable };
  if (state === tradeState.initialized || !signature) return { kind: "initialized" };
  return { kind: state === tradeState.pending ? "pending" : "succeeded", signature };
};

const unknownReason = "step.transaction_failed";

/**
 * What an event makes of a ticket, by the domain's state machine; null when the event no longer applies.
 * @param signedTransaction stored with `submitted`: what is sent, and sent again
 */
export const changeBy = (
  before: TicketRow,
  event: ChainTicketEvent,
  signedTransaction: Base64 | null = before.signedTransaction,
): TicketChange | null => {
  const from = stateOf(before);
  const to = tradeTicket.transition(from, event);
  if (to === from) return null;
  const { uid, ticket } = before;
  const state = tradeTicket.toWire(to);
  const signature = to.kind === "initialized" ? null : to.signature;
  const errorReason = to.kind === "failed" ? to.reason : null;
  const isRetryable = to.kind === "failed" && to.retry;
  return {
    before,
    after: { state, signature, signedTransaction, errorReason, isRetryable },
    changed: { uid, ticket, state, errorReason, signature },
    creation: kindOf(before.kind).isCreation ? { uid, ...creation.toWire(to), errorReason } : null,
  };
};
