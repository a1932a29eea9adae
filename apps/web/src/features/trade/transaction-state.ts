import { type Base64, type Ticket, type TradeState, type TransactionSignature, tradeState } from "@tribe/contract";

/** What a person reads when a trade ended otherwise. */
export interface TradeFailure {
  readonly title: string;
  readonly message: string;
}

/** Where the transaction dialog stands. A reload enters at `processing`, with the ticket that was stored. */
export type TransactionState =
  | { readonly kind: "preparing" }
  | { readonly kind: "confirming"; readonly ticket: Ticket; readonly message: Base64; readonly isSigning: boolean }
  | { readonly kind: "submitting"; readonly ticket: Ticket; readonly signature: TransactionSignature }
  | { readonly kind: "processing"; readonly ticket: Ticket; readonly signature: TransactionSignature | null }
  | { readonly kind: "timedOut"; readonly ticket: Ticket; readonly signature: TransactionSignature | null }
  | { readonly kind: "confirmed"; readonly signature: TransactionSignature | null }
  | { readonly kind: "failed"; readonly failure: TradeFailure; readonly signature: TransactionSignature | null };

export type TransactionEvent =
  | { readonly type: "prepared"; readonly ticket: Ticket; readonly message: Base64 }
  | { readonly type: "signing"; readonly isSigning: boolean }
  | { readonly type: "signed"; readonly signature: TransactionSignature }
  | { readonly type: "submitted"; readonly signature: TransactionSignature }
  | {
      readonly type: "told";
      readonly ticket: Ticket;
      readonly state: TradeState;
      readonly signature: TransactionSignature | null;
      readonly failure: TradeFailure;
    }
  | { readonly type: "timedOut" }
  | { readonly type: "lookedAgain" }
  | { readonly type: "failed"; readonly failure: TradeFailure };

export const initialTransaction: TransactionState = { kind: "preparing" };

const ticketOf = (state: TransactionState): Ticket | null => ("ticket" in state ? state.ticket : null);
const signatureOf = (state: TransactionState): TransactionSignature | null =>
  "signature" in state ? state.signature : null;

/** The next state; an event that does not belong to the state changes nothing. An end never becomes another end. */
export const transition = (state: TransactionState, event: TransactionEvent): TransactionState => {
  switch (event.type) {
    case "prepared":
      return state.kind === "preparing"
        ? { kind: "confirming", ticket: event.ticket, message: event.message, isSigning: false }
        : state;
    case "signing":
      return state.kind === "confirming" ? { ...state, isSigning: event.isSigning } : state;
    case "signed":
      return state.kind === "confirming"
        ? { kind: "submitting", ticket: state.ticket, signature: event.signature }
        : state;
    case "submitted":
      return state.kind === "submitting"
        ? { kind: "processing", ticket: state.ticket, signature: event.signature }
        : state;
    case "told": {
      if (ticketOf(state) !== event.ticket) return state;
      const signature = event.signature ?? signatureOf(state);
      if (event.state === tradeState.succeeded) return { kind: "confirmed", signature };
      if (event.state === tradeState.failed) return { kind: "failed", failure: event.failure, signature };
      return state.kind === "processing" ? { ...state, signature } : state;
    }
    case "timedOut":
      return state.kind === "processing" || state.kind === "submitting" ? { ...state, kind: "timedOut" } : state;
    case "lookedAgain":
      return state.kind === "timedOut" ? { ...state, kind: "processing" } : state;
    case "failed":
      return state.kind === "confirmed" || state.kind === "failed"
        ? state
        : { kind: "failed", failure: event.failure, signature: signatureOf(state) };
  }
};

/** Nothing may close the dialog now: a signature is being made or money is on its way. */
export const isBusy = (state: TransactionState): boolean =>
  state.kind === "preparing" ||
  state.kind === "submitting" ||
  state.kind === "processing" ||
  (state.kind === "confirming" && state.isSigning);
