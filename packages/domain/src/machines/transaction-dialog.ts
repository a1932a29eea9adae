import type { TransactionSignature } from "@tribe/contract";
import { texts } from "../texts.ts";

/**
 * Every transaction dialog (spec section 4): preparing, ready to confirm, processing, confirmed or error. `Prepared` is
 * what the variant needs to show and sign; the variants differ in data only.
 */
export type TransactionDialogState<Prepared> =
  | { readonly kind: "closed" }
  | { readonly kind: "preparing"; readonly attempt: number }
  | { readonly kind: "ready"; readonly attempt: number; readonly prepared: Prepared }
  | {
      readonly kind: "processing";
      readonly attempt: number;
      readonly prepared: Prepared;
      /** Known once it was sent: then the explorer link shows. */
      readonly signature: TransactionSignature | null;
    }
  | { readonly kind: "confirmed"; readonly signature: TransactionSignature }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly signature: TransactionSignature | null;
      /** False after a timeout: the truth may still arrive, and changes what is shown. */
      readonly settled: boolean;
    };

export type TransactionDialogEvent<Prepared> =
  | { readonly kind: "opened" }
  | { readonly kind: "prepared"; readonly prepared: Prepared }
  /** The person pressed Confirm in the signer's frame. */
  | { readonly kind: "approved" }
  /** The person declined in the signer's frame. */
  | { readonly kind: "declined" }
  | { readonly kind: "submitted"; readonly signature: TransactionSignature }
  | { readonly kind: "landed"; readonly signature: TransactionSignature }
  | { readonly kind: "failed"; readonly message: string }
  /** The chain does not know the blockhash (any more): prepare again, up to 3 times. */
  | { readonly kind: "blockhashNotFound" }
  | { readonly kind: "timedOut" }
  /** OK in the error or success view. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "closeRequested" };

/** How often a dialog prepares again after 'Blockhash not found'. */
export const maxPrepareRetries = 3;

const closed = { kind: "closed" } as const;
const failed = (message: string, signature: TransactionSignature | null = null) =>
  ({ kind: "error", message, signature, settled: true }) as const;

/** @returns the same object when the event does not fit, so that late and doubled answers change nothing. */
const transition = <P>(
  state: TransactionDialogState<P>,
  event: TransactionDialogEvent<P>,
): TransactionDialogState<P> => {
  switch (state.kind) {
    case "closed":
      return event.kind === "opened" ? { kind: "preparing", attempt: 1 } : state;
    case "preparing":
      if (event.kind === "prepared") return { kind: "ready", attempt: state.attempt, prepared: event.prepared };
      if (event.kind === "failed") return failed(event.message);
      return event.kind === "blockhashNotFound" ? prepareAgain(state) : state;
    case "ready":
      return whenReady(state, event);
    case "processing":
      return whenProcessing(state, event);
    case "confirmed":
      return event.kind === "acknowledged" || event.kind === "closeRequested" ? closed : state;
    case "error":
      if (event.kind === "acknowledged" || event.kind === "closeRequested") return closed;
      return state.settled ? state : whenUnsettled(state, event);
  }
};

const prepareAgain = (state: { readonly attempt: number }) =>
  state.attempt > maxPrepareRetries
    ? failed("Blockhash not found")
    : ({ kind: "preparing", attempt: state.attempt + 1 } as const);

const whenReady = <P>(
  state: Extract<TransactionDialogState<P>, { kind: "ready" }>,
  event: TransactionDialogEvent<P>,
): TransactionDialogState<P> => {
  switch (event.kind) {
    case "approved":
      return { kind: "processing", attempt: state.attempt, prepared: state.prepared, signature: null };
    // The price moved or the blockhash grew old while the person was reading.
    case "prepared":
      return { ...state, prepared: event.prepared };
    case "blockhashNotFound":
      return prepareAgain(state);
    case "failed":
      return failed(event.message);
    case "declined":
    case "closeRequested":
      return closed;
    default:
      return state;
  }
};

const whenProcessing = <P>(
  state: Extract<TransactionDialogState<P>, { kind: "processing" }>,
  event: TransactionDialogEvent<P>,
): TransactionDialogState<P> => {
  switch (event.kind) {
    case "submitted":
      return { ...state, signature: event.signature };
    case "landed":
      return { kind: "confirmed", signature: event.signature };
    case "failed":
      return failed(event.message, state.signature);
    case "timedOut":
      return {
        kind: "error",
        message: texts.confirmationTimeout,
        signature: state.signature,
        settled: state.signature === null,
      };
    // What was sent may still land: only the chain ends it then.
    case "blockhashNotFound":
      return state.signature === null ? prepareAgain(state) : state;
    case "declined":
      return state.signature === null ? closed : state;
    default:
      return state;
  }
};

const whenUnsettled = <P>(
  state: Extract<TransactionDialogState<P>, { kind: "error" }>,
  event: TransactionDialogEvent<P>,
): TransactionDialogState<P> => {
  if (event.kind === "landed") return { kind: "confirmed", signature: event.signature };
  if (event.kind === "failed") return failed(event.message, state.signature);
  return state;
};

/** Whether the dialog refuses to close. */
const isBusy = (state: TransactionDialogState<unknown>): boolean =>
  state.kind === "preparing" || state.kind === "processing";

/** The line beside the spinner; null where there is none. */
const statusText = (state: TransactionDialogState<unknown>): string | null => {
  switch (state.kind) {
    case "preparing":
      return "Preparing...";
    case "processing":
      return "Processing...";
    case "confirmed":
      return "Confirmed";
    default:
      return null;
  }
};

/** The transaction dialog's rules; keep the state in the dialog's own store. */
export const transactionDialog = { initial: closed, transition, isBusy, statusText } as const;
