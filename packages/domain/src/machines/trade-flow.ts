import type { Ticket, TransactionSignature } from "@tribe/contract";

/**
 * A trade as the page goes through it (spec section 4): amount entry, ticket requested, user signs, signature submitted,
 * polling, confirmed. Everything from `polling` on can be picked up again from the ticket alone after a reload.
 */
export type TradeFlowState =
  | { readonly kind: "amountEntry" }
  | { readonly kind: "requestingTicket" }
  | { readonly kind: "signing"; readonly ticket: Ticket }
  | { readonly kind: "submitting"; readonly ticket: Ticket; readonly signature: TransactionSignature }
  | { readonly kind: "polling"; readonly ticket: Ticket }
  | { readonly kind: "confirmed"; readonly ticket: Ticket }
  | { readonly kind: "failed"; readonly message: string; readonly ticket: Ticket | null };

export type TradeFlowEvent =
  | { readonly kind: "nextPressed" }
  | { readonly kind: "ticketReceived"; readonly ticket: Ticket }
  | { readonly kind: "signed"; readonly signature: TransactionSignature }
  | { readonly kind: "declined" }
  | { readonly kind: "accepted" }
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly message: string }
  /** A trade of before a reload was found. */
  | { readonly kind: "resumed"; readonly ticket: Ticket }
  | { readonly kind: "reset" };

const ticketOf = (state: TradeFlowState): Ticket | null => ("ticket" in state ? state.ticket : null);

const isOver = (state: TradeFlowState): boolean => state.kind === "confirmed" || state.kind === "failed";

/** @returns the same object when the event does not fit. */
const transition = (state: TradeFlowState, event: TradeFlowEvent): TradeFlowState => {
  switch (event.kind) {
    case "nextPressed":
      return state.kind === "amountEntry" ? { kind: "requestingTicket" } : state;
    case "ticketReceived":
      return state.kind === "requestingTicket" ? { kind: "signing", ticket: event.ticket } : state;
    case "signed":
      return state.kind === "signing"
        ? { kind: "submitting", ticket: state.ticket, signature: event.signature }
        : state;
    case "declined":
      return state.kind === "signing" || state.kind === "requestingTicket" ? initial : state;
    case "accepted":
      return state.kind === "submitting" ? { kind: "polling", ticket: state.ticket } : state;
    case "succeeded":
      // The socket may tell it before the answer of the submission arrives.
      return state.kind === "polling" || state.kind === "submitting"
        ? { kind: "confirmed", ticket: state.ticket }
        : state;
    case "failed":
      return state.kind === "amountEntry" || isOver(state)
        ? state
        : { kind: "failed", message: event.message, ticket: ticketOf(state) };
    case "resumed":
      return state.kind === "amountEntry" ? { kind: "polling", ticket: event.ticket } : state;
    case "reset":
      return state.kind === "amountEntry" || !isOver(state) ? state : initial;
  }
};

const initial: TradeFlowState = { kind: "amountEntry" };

/** The rules of a trade in the page. */
export const tradeFlow = { initial, transition, isOver } as const;
