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

export type StoreResult =
  | { readonly kind: "stored"; readonly open: OpenTransaction }
  | { readonly kind: "failed"; readonly failure: FailureWords };

/** Stores a signed transaction until its result is known. */
export type StoreSigned = (signed: Pick<OpenTransaction, "signature" | "via">) => Promise<StoreResult>;

/** Prepares a transaction and stores the signed one. */
export interface Preparer<P extends Prepared> {
  /** @param because why the server, or the chain, asked for another attempt; null when it only took too long, or is the first */
  readonly prepare: (attempt: number, because: FailureWords | null) => Promise<Preparation<P>>;
  /** Simulates it and reads the fee before a person sees it. */
  readonly simulate: (prepared: P) => Promise<Preparation<P>>;
  /** Checks the signature and stores the signed transaction, so that nothing is sent without being stored. */
  readonly store: (prepared: P, signature: TransactionSignature) => Promise<StoreResult>;
}

/**
 * The result of a submission. After `accepted` and `unclear` it may land; `dead` can never land and was never sent, and a new
 * preparation fixes it; `failed` is final, too.
 */
export type SubmitResult =
  | { readonly kind: "accepted" | "unclear" }
  /** `failure`: what the new preparation does differently; absent when it only took too long. */
  | { readonly kind: "dead"; readonly failure?: FailureWords }
  | { readonly kind: "failed"; readonly failure: FailureWords };

/** The known result of a transaction. `open` if unknown, also when nobody answered. */
export type StatusCheck =
  | { readonly kind: "open" }
  | { readonly kind: "landed" }
  /** Final: on chain with an error, or it can never land. */
  | {
      readonly kind: "failed";
      readonly failure: FailureWords;
      /** It was never sent: no explorer knows it. */
      readonly neverSent?: true;
      /** A new preparation fixes it, and is wanted: the person signs again if they are looking. */
      readonly canRetry?: true;
      /** It expired before anybody sent it: it may be prepared again. */
      readonly isStale?: true;
    };

/** Follows a stored transaction to its result. Neither call throws. */
export interface ConfirmationTracker {
  /** The poll interval in milliseconds. */
  readonly pollEvery: (open: OpenTransaction) => number;
  /** Whether it is sent repeatedly until its result; otherwise only until it was accepted. */
  readonly resends: (open: OpenTransaction) => boolean;
  /** @param isFresh whether it cannot have been submitted before */
  readonly send: (open: OpenTransaction, isFresh: boolean) => Promise<SubmitResult>;
  readonly checkStatus: (open: OpenTransaction) => Promise<StatusCheck>;
  /** Subscribes to the result without polling. Returns a function that stops it. */
  readonly listen: (open: OpenTransaction, onStatus: (check: StatusCheck) => void) => () => void;
  /** The result is known, or it was never sent. */
  readonly forget: (open: OpenTransaction) => void;
}
