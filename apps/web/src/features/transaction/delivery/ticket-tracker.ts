import { type ApiError, milliseconds, type TradeState, tradeState } from "@tribe/contract";
import {
  apiCodeOf,
  callbackFailure,
  callFailure,
  type FailureWords,
  failureOfReason,
  stepFailure,
} from "@tribe/domain/words";
import { isNeverSigned } from "../../../shared/transactions/never-signed.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { isAccountNotClosed } from "../outcome/account-not-closed.ts";
import type { ConfirmationTracker, StatusCheck, SubmitResult } from "./delivery.ts";

/** The server's state of a ticket. */
export interface TicketStatus {
  readonly state: TradeState;
  readonly errorReason: string | null;
  /** Null when it was never sent. */
  readonly signature: string | null;
  /** It failed in a way that a new preparation fixes, and the server requests one: only for creations. */
  readonly shouldRetry?: boolean;
}

/** The server's calls for a ticket. They throw ApiError. */
export interface TicketLink {
  /** Submits the signature; submitting it twice is one transaction. */
  readonly submit: (open: OpenTransaction) => Promise<void>;
  readonly status: (open: OpenTransaction) => Promise<TicketStatus>;
  readonly listen: (open: OpenTransaction, onStatus: (status: TicketStatus) => void) => () => void;
}

export interface TicketTrackerOptions {
  readonly server: TicketLink;
  readonly forget: (id: string) => void;
}

/** A transaction that the server co-signs or stores, sends and resends: trades, creations, and those with a callback. */
export const ticketTracker = ({ server, forget }: TicketTrackerOptions): ConfirmationTracker => ({
  pollEvery: ({ via }) => (via.kind === "creation" ? milliseconds.createTribePoll : milliseconds.tradePoll),
  // The server's worker sends it again.
  resends: () => false,
  send: async (open, isFresh): Promise<SubmitResult> => {
    try {
      await server.submit(open);
      return { kind: "accepted" };
    } catch (error) {
      if (!isNeverSigned(error)) return { kind: "unclear" };
      if (error.code === "ticket_expired") return expired(error);
      // Another account may be signed in by now: only the first submission may conclude that there is no such ticket.
      if (error.code === "ticket_unknown" && !isFresh) return { kind: "unclear" };
      return { kind: "failed", failure: refusal(open, error) };
    }
  },
  checkStatus: async (open) => {
    try {
      return checkOf(open.via, await server.status(open));
    } catch {
      return { kind: "open" };
    }
  },
  listen: (open, onStatus) => server.listen(open, (status) => onStatus(checkOf(open.via, status))),
  forget: ({ id }) => forget(id),
});

const checkOf = (
  via: OpenTransaction["via"],
  { state, errorReason, signature, shouldRetry }: TicketStatus,
): StatusCheck => {
  if (state === tradeState.succeeded) return { kind: "landed" };
  if (state !== tradeState.failed) return { kind: "open" };
  const failure = failureOfReason(errorReason, signature !== null);
  const retry = shouldRetry || isAccountNotClosed(failure) ? ({ canRetry: true } as const) : {};
  if (signature !== null) return { kind: "failed", failure, ...retry };
  // It expired unsigned although this page had submitted its signature: the server or the network was too busy.
  if (failure.code === "api.ticket_expired")
    return { kind: "failed", failure: stepFailure("congestion"), neverSent: true, isStale: true, ...retry };
  return { kind: "failed", failure: refused(via, failure), neverSent: true, ...retry };
};

/** The ticket can never land, because it took too long or because an account can't be closed any more. */
const expired = ({ detail }: ApiError): SubmitResult => {
  const failure = failureOfReason(detail ?? null, false);
  return isAccountNotClosed(failure) ? { kind: "dead", failure } : { kind: "dead" };
};

const refusal = ({ via }: OpenTransaction, error: ApiError): FailureWords =>
  refused(via, callFailure(error, stepFailure("submission_failed")));

/**
 * A transaction that the server refused without signing: the same words whether the call's answer or the ticket's result arrives
 * first. For a moved price its own words are enough.
 */
const refused = (via: OpenTransaction["via"], failure: FailureWords): FailureWords => {
  const isPrice = failure.code === "api.slippage_exceeded" || apiCodeOf(failure) === "slippage_exceeded";
  return via.kind === "callback" && !isPrice ? callbackFailure(failure) : failure;
};
