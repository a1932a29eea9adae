import type { TransactionSignature } from "@tribe/contract";
import { type FailureWords, stepFailure } from "../words/failures/index.ts";

/**
 * States of every transaction dialog: preparing, ready to confirm, processing (signing, sending, sent), confirmed or error.
 * `Prepared` is the content that a person confirms; the dialogs differ only in this data.
 */
export type TransactionDialogState<Prepared> =
  | { readonly kind: "closed" }
  | {
      readonly kind: "preparing";
      readonly attempt: number;
      /** Number of this attempt to read base fee and balance, from 1. */
      readonly feeTry: number;
    }
  | { readonly kind: "ready"; readonly attempt: number; readonly prepared: Prepared }
  /** The person pressed Confirm; the wallet's frame is still shown. */
  | { readonly kind: "signing"; readonly attempt: number; readonly prepared: Prepared }
  /** Signed and stored, but perhaps not received by anybody who can send it to the chain. */
  | { readonly kind: "sending"; readonly attempt: number; readonly signature: TransactionSignature }
  /** Received, or possibly received: only the chain decides its outcome. */
  | { readonly kind: "sent"; readonly attempt: number; readonly signature: TransactionSignature }
  | { readonly kind: "confirmed"; readonly signature: TransactionSignature }
  | {
      readonly kind: "error";
      readonly attempt: number;
      readonly failure: FailureWords;
      readonly signature: TransactionSignature | null;
      /** False after a timeout: the outcome may still arrive, and is then shown. */
      readonly settled: boolean;
    };

/** Events. Answers carry their attempt, so that a late one never changes a newer attempt. */
export type TransactionDialogEvent<Prepared> =
  | { readonly kind: "opened" }
  /** A transaction that was signed before a reload, or in a closed tab. */
  | { readonly kind: "resumed"; readonly signature: TransactionSignature }
  | { readonly kind: "prepared"; readonly attempt: number; readonly prepared: Prepared }
  /** Reading the base fee failed. */
  | { readonly kind: "feeUnknown"; readonly attempt: number }
  /** The base fee was read, but reading the balance failed. */
  | { readonly kind: "balanceUnknown"; readonly attempt: number }
  /** The person pressed Confirm in the signer's frame. */
  | { readonly kind: "approved" }
  /** The person declined in the signer's frame. */
  | { readonly kind: "declined" }
  /** The signature was verified, and the signed transaction is stored. */
  | { readonly kind: "signed"; readonly attempt: number; readonly signature: TransactionSignature }
  /** It was submitted, or the answer was lost: from now on it may land. */
  | { readonly kind: "submitted"; readonly attempt: number }
  | { readonly kind: "landed"; readonly attempt: number }
  /** It certainly failed on chain, can never land, or was never sent. */
  | {
      readonly kind: "failed";
      readonly attempt: number;
      readonly failure: FailureWords;
      /** It was signed but never sent: there is nothing to look up. */
      readonly neverSent?: boolean;
    }
  /** It certainly ended, and the server asks to prepare it again: up to 3 times, then this failure is shown. */
  | { readonly kind: "retryAsked"; readonly attempt: number; readonly failure: FailureWords }
  /** The confirmed message had expired before anything was signed: this one takes its place. */
  | { readonly kind: "renewed"; readonly attempt: number; readonly prepared: Prepared }
  /** It can never land, because its blockhash is too old or unknown: prepare again, up to 3 times. */
  | { readonly kind: "blockhashNotFound"; readonly attempt: number }
  | { readonly kind: "timedOut" }
  /** OK in the error or success view. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "closeRequested" };

/** How often a dialog prepares again after 'Blockhash not found'. */
export const maxPrepareRetries = 3;
/** How often base fee and balance are read before 'Unable to get base fee', or the balance's message. */
export const maxFeeTries = 3;

type State<P> = TransactionDialogState<P>;
type Event<P> = TransactionDialogEvent<P>;
type Of<P, Kind extends State<P>["kind"]> = Extract<State<P>, { kind: Kind }>;

const closed = { kind: "closed" } as const;

const fail = (attempt: number, failure: FailureWords, signature: TransactionSignature | null = null) =>
  ({ kind: "error", attempt, failure, signature, settled: true }) as const;

const askFeeAgain = <P>(state: Of<P, "preparing">, missing: "base_fee" | "balance_unknown") =>
  state.feeTry >= maxFeeTries ? fail(state.attempt, stepFailure(missing)) : { ...state, feeTry: state.feeTry + 1 };

const prepareAgain = (attempt: number, otherwise = stepFailure("blockhash_not_found")) =>
  attempt > maxPrepareRetries
    ? fail(attempt, otherwise)
    : ({ kind: "preparing", attempt: attempt + 1, feeTry: 1 } as const);

/** @returns the same object when the event does not apply, so that late and repeated answers change nothing. */
const transition = <P>(state: State<P>, event: Event<P>): State<P> => {
  if ("attempt" in event && "attempt" in state && event.attempt !== state.attempt) return state;
  switch (state.kind) {
    case "closed":
      if (event.kind === "resumed") return { kind: "sent", attempt: 1, signature: event.signature };
      return event.kind === "opened" ? { kind: "preparing", attempt: 1, feeTry: 1 } : state;
    case "preparing":
      return whenPreparing(state, event);
    case "ready":
      return whenReady(state, event);
    case "signing":
      return whenSigning(state, event);
    case "sending":
    case "sent":
      return whenSigned(state, event);
    case "confirmed":
      return event.kind === "acknowledged" || event.kind === "closeRequested" ? closed : state;
    case "error":
      if (event.kind === "acknowledged" || event.kind === "closeRequested") return closed;
      return state.settled ? state : whenUnsettled(state, event);
  }
};

const whenPreparing = <P>(state: Of<P, "preparing">, event: Event<P>): State<P> => {
  switch (event.kind) {
    case "prepared":
      return { kind: "ready", attempt: state.attempt, prepared: event.prepared };
    case "feeUnknown":
      return askFeeAgain(state, "base_fee");
    case "balanceUnknown":
      return askFeeAgain(state, "balance_unknown");
    case "blockhashNotFound":
      return prepareAgain(state.attempt);
    case "failed":
      return fail(state.attempt, event.failure);
    default:
      return state;
  }
};

const whenReady = <P>(state: Of<P, "ready">, event: Event<P>): State<P> => {
  switch (event.kind) {
    case "approved":
      return { ...state, kind: "signing" };
    case "renewed":
      return { ...state, attempt: state.attempt + 1, prepared: event.prepared };
    case "signed":
      return { kind: "sending", attempt: state.attempt, signature: event.signature };
    case "blockhashNotFound":
      return prepareAgain(state.attempt);
    case "failed":
      return fail(state.attempt, event.failure);
    case "declined":
    case "closeRequested":
      return closed;
    default:
      return state;
  }
};

const whenSigning = <P>(state: Of<P, "signing">, event: Event<P>): State<P> => {
  switch (event.kind) {
    case "signed":
      return { kind: "sending", attempt: state.attempt, signature: event.signature };
    case "blockhashNotFound":
      return prepareAgain(state.attempt);
    case "failed":
      return fail(state.attempt, event.failure);
    case "declined":
      return closed;
    default:
      return state;
  }
};

const whenSigned = <P>(state: Of<P, "sending" | "sent">, event: Event<P>): State<P> => {
  switch (event.kind) {
    case "submitted":
      return state.kind === "sent" ? state : { ...state, kind: "sent" };
    case "landed":
      return { kind: "confirmed", signature: state.signature };
    case "failed":
      return fail(state.attempt, event.failure, event.neverSent ? null : state.signature);
    case "retryAsked":
      return prepareAgain(state.attempt, event.failure);
    // A sent transaction may still land: only the chain ends it.
    case "blockhashNotFound":
      return state.kind === "sending" ? prepareAgain(state.attempt) : state;
    case "timedOut":
      return {
        kind: "error",
        attempt: state.attempt,
        failure: stepFailure("confirmation_timeout"),
        signature: state.signature,
        settled: false,
      };
    default:
      return state;
  }
};

const whenUnsettled = <P>(state: Of<P, "error">, event: Event<P>): State<P> => {
  if (event.kind === "retryAsked") return prepareAgain(state.attempt, event.failure);
  if (event.kind === "landed" && state.signature) return { kind: "confirmed", signature: state.signature };
  if (event.kind === "failed") return fail(state.attempt, event.failure, event.neverSent ? null : state.signature);
  return state;
};

/** Whether the dialog refuses to close. */
const isBusy = ({ kind }: State<unknown>): boolean =>
  kind === "preparing" || kind === "signing" || kind === "sending" || kind === "sent";

/** Whether a signed transaction's outcome is unknown: its copy has to be kept, and its outcome polled. */
const isOpen = (state: State<unknown>): boolean =>
  state.kind === "sending" || state.kind === "sent" || (state.kind === "error" && !state.settled);

/** The signature of a transaction that was or may have been sent: then the explorer link is shown. */
const signatureOf = (state: State<unknown>): TransactionSignature | null =>
  "signature" in state ? state.signature : null;

/** The line beside the spinner; null where there is none. */
const statusText = ({ kind }: State<unknown>): string | null => {
  switch (kind) {
    case "preparing":
      return "Preparing...";
    case "signing":
    case "sending":
    case "sent":
      return "Processing...";
    case "confirmed":
      return "Confirmed";
    case "closed":
    case "ready":
    case "error":
      return null;
  }
};

/** The rules of the transaction dialog; the dialog stores the state. */
export const transactionDialog = { initial: closed, transition, isBusy, isOpen, signatureOf, statusText } as const;
