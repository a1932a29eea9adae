import type { Base64, TransactionSignature } from "@tribe/contract";
import type { FailureWords } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";

/** One preparation's result, as far as the person's decision needs it. */
export interface Prepared {
  /** The compiled message: what the wallet's frame decodes, shows and signs. */
  readonly message: Base64;
}

/** `stale`: its blockhash is not known (any more), and nothing was signed. */
export type Preparation<P> =
  | { readonly kind: "prepared"; readonly prepared: P }
  | { readonly kind: "stale" }
  | { readonly kind: "feeUnknown" | "balanceUnknown" }
  | { readonly kind: "failed"; readonly failure: FailureWords };

export type KeepResult =
  | { readonly kind: "kept"; readonly open: OpenTransaction }
  | { readonly kind: "failed"; readonly failure: FailureWords };

/** Keeps a signed transaction for as long as its end is not known. */
export type KeepAs = (made: Pick<OpenTransaction, "signature" | "via">) => Promise<KeepResult>;

/** Makes a transaction and keeps what was signed. */
export interface Preparer<P extends Prepared> {
  readonly prepare: (attempt: number) => Promise<Preparation<P>>;
  /** Simulates and asks for the fee before a person sees it. */
  readonly simulate: (prepared: P) => Promise<Preparation<P>>;
  /** Checks the signature and keeps the signed transaction, so that nothing is sent that is not kept. */
  readonly keep: (prepared: P, signature: TransactionSignature) => Promise<KeepResult>;
}

/**
 * How handing over ended. `taken` and `unclear` may land from then on; `dead` can never land and was never sent, and a
 * fresh preparation mends it; `failed` is for certain, too.
 */
export type SubmitResult =
  | { readonly kind: "taken" | "unclear" | "dead" }
  | { readonly kind: "failed"; readonly failure: FailureWords };

/** The known result of a transaction. `open` if unknown, also when nobody answered. */
export type StatusCheck =
  | { readonly kind: "open" }
  | { readonly kind: "landed" }
  /** On chain with an error, or it can never land: for certain. */
  | {
      readonly kind: "failed";
      readonly failure: FailureWords;
      /** Nobody ever sent it: no explorer knows it. */
      readonly neverSent?: true;
      /** A fresh preparation mends it, and the server asks for one: whoever looks at it signs again. */
      readonly asksAgain?: true;
      /** It died of age before anybody sent it: it may be prepared again. */
      readonly isStale?: true;
    };

/** Brings a kept transaction to its end. Neither call throws. */
export interface ConfirmationTracker {
  /** Milliseconds between two looks. */
  readonly pollEvery: (open: OpenTransaction) => number;
  /** Whether it is sent again and again until its end; else only until it was taken. */
  readonly resends: (open: OpenTransaction) => boolean;
  /** @param isFresh nobody can have handed it over before. */
  readonly send: (open: OpenTransaction, isFresh: boolean) => Promise<SubmitResult>;
  readonly look: (open: OpenTransaction) => Promise<StatusCheck>;
  /** Subscribes to the result without polling. Returns a function that stops it. */
  readonly listen: (open: OpenTransaction, hear: (look: StatusCheck) => void) => () => void;
  /** Its end is known, or it was never sent. */
  readonly forget: (open: OpenTransaction) => void;
}
