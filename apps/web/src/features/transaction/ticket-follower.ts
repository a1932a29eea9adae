import { ApiError, type ApiErrorCode, type Ticket, type TradeState, tradeState } from "@tribe/contract";
import { callbackFailure, callFailure, type FailureWords, failureOfReason, stepFailure } from "@tribe/domain";
import type { OpenTransaction } from "../../shared/transactions/open-transactions.ts";
import type { Follower, Handover, Look } from "./delivery.ts";

/** What the server says of a ticket. */
export interface TicketStatus {
  readonly state: TradeState;
  readonly errorReason: string | null;
  /** Null when it was never sent. */
  readonly signature: string | null;
}

/** The server as a ticket needs it. Calls throw ApiError. */
export interface TicketLink {
  /** Hands the signature in; the same twice is one transaction. */
  readonly submit: (open: OpenTransaction) => Promise<void>;
  readonly status: (ticket: Ticket) => Promise<TicketStatus>;
  readonly listen: (ticket: Ticket, hear: (status: TicketStatus) => void) => () => void;
}

export interface TicketFollowerOptions {
  readonly server: TicketLink;
  readonly forget: (id: string) => void;
}

/** After these the server has not signed and never will: they end it for certain, however often it was handed in. */
const dead: ReadonlySet<ApiErrorCode> = new Set([
  "slippage_exceeded",
  "insufficient_sol",
  "trade_submission_failed",
  "ticket_signature_invalid",
]);

/** A transaction that the server co-signs or keeps, sends and sends again: the trade tickets and the callback tickets. */
export const ticketFollower = ({ server, forget }: TicketFollowerOptions): Follower => ({
  // The server's worker sends it again.
  resends: () => false,
  send: async (open, isFresh): Promise<Handover> => {
    try {
      await server.submit(open);
      return { kind: "taken" };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: "unclear" };
      const { code } = error;
      if (code === "ticket_expired") return { kind: "dead" };
      if (dead.has(code)) return { kind: "failed", failure: refusal(open, error) };
      // Another account may be signed in by now: only the first time it says that there is no such ticket.
      if (code === "ticket_unknown" && isFresh) return { kind: "failed", failure: refusal(open, error) };
      return { kind: "unclear" };
    }
  },
  look: async ({ via }) => {
    if (via.kind === "direct") return { kind: "open" };
    try {
      return lookOf(await server.status(via.ticket));
    } catch {
      return { kind: "open" };
    }
  },
  listen: ({ via }, hear) =>
    via.kind === "direct" ? () => undefined : server.listen(via.ticket, (status) => hear(lookOf(status))),
  forget: ({ id }) => forget(id),
});

const lookOf = ({ state, errorReason, signature }: TicketStatus): Look => {
  if (state === tradeState.succeeded) return { kind: "landed" };
  if (state !== tradeState.failed) return { kind: "open" };
  const failure = failureOfReason(errorReason, signature !== null);
  // It died unsigned although this page had handed its signature in: the way there was too crowded.
  if (failure.code === "api.ticket_expired") return { kind: "failed", failure: stepFailure("congestion") };
  return { kind: "failed", failure };
};

/** A price that moved is told in the same words, whether the call's answer or the ticket's end is heard first. */
const refusal = ({ via }: OpenTransaction, error: ApiError): FailureWords => {
  const failure = callFailure(error, stepFailure("submission_failed"));
  return via.kind === "callback" && error.code !== "slippage_exceeded" ? callbackFailure(failure) : failure;
};
