import {
  type CreationState,
  creationState,
  type TradeState,
  type TransactionSignature,
  tradeState,
} from "@tribe/contract";

/**
 * States of one prepared transaction on the server: a trade, or a creation. It fails only by an error on chain, or when the
 * finalized height has passed its last valid one and a search of the history finds nothing; so a final state never changes.
 */
export type ChainTicketState =
  | { readonly kind: "initialized" }
  | { readonly kind: "pending"; readonly signature: TransactionSignature }
  | { readonly kind: "succeeded"; readonly signature: TransactionSignature }
  | {
      readonly kind: "failed";
      /** Null when it was never signed. */
      readonly signature: TransactionSignature | null;
      /** A code of the failure catalogue, which has its text. */
      readonly reason: string;
      /** Preparing it again can solve the failure. */
      readonly retry: boolean;
    };

export type ChainTicketEvent =
  /** The trader's signature was verified and the signed transaction stored. */
  | { readonly kind: "submitted"; readonly signature: TransactionSignature }
  /** Given up before the admin signed: it was prepared again, or a simulation failed. It can never land. */
  | { readonly kind: "withdrawn"; readonly reason: string; readonly retry: boolean }
  | { readonly kind: "confirmed" }
  | { readonly kind: "rejectedOnChain"; readonly reason: string; readonly retry: boolean }
  /** Its last valid block height is finalized and no block contains it. */
  | { readonly kind: "expired" };

/** @returns the same object when the event changes nothing, so the caller can tell by identity whether to store it. */
const transition = (state: ChainTicketState, event: ChainTicketEvent): ChainTicketState => {
  switch (state.kind) {
    case "initialized":
      if (event.kind === "submitted") return { kind: "pending", signature: event.signature };
      if (event.kind === "withdrawn")
        return { kind: "failed", signature: null, reason: event.reason, retry: event.retry };
      if (event.kind === "expired")
        return { kind: "failed", signature: null, reason: "api.ticket_expired", retry: true };
      return state;
    case "pending":
      switch (event.kind) {
        case "confirmed":
          return { kind: "succeeded", signature: state.signature };
        case "rejectedOnChain":
          return { kind: "failed", signature: state.signature, reason: event.reason, retry: event.retry };
        case "expired":
          return { kind: "failed", signature: state.signature, reason: "step.busy_network", retry: true };
        case "submitted":
        case "withdrawn":
          return state;
      }
      break;
    case "succeeded":
    case "failed":
      return state;
  }
};

const initial: ChainTicketState = { kind: "initialized" };

/** Whether the state can no longer change. */
const isFinal = (state: ChainTicketState): boolean => state.kind === "succeeded" || state.kind === "failed";

/** A trade's ticket; in the API 0 initialized, 1 pending, 2 succeeded, 3 failed. */
export const tradeTicket = {
  initial,
  transition,
  isFinal,
  toWire: (state: ChainTicketState): TradeState => tradeState[state.kind],
} as const;

const creationWire = {
  initialized: creationState.initialized,
  pending: creationState.pending,
  succeeded: creationState.confirmed,
  failed: creationState.failed,
} as const;

/** A creation's ticket; in the API complete from 2 on, -1 failed. `shouldRetry` asks the page to prepare it again. */
export const creation = {
  initial,
  transition,
  isFinal,
  toWire: (state: ChainTicketState): { readonly state: CreationState; readonly shouldRetry: boolean } => ({
    state: creationWire[state.kind],
    shouldRetry: state.kind === "failed" && state.retry,
  }),
} as const;
