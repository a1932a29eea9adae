import type { FailureDetails } from "./failure-details.ts";

/**
 * What a person reads of a failure: a sentence of the catalogue, never a raw error, which stands behind a fold at most.
 * `code` is stable and namespaced (`api.`, `step.`, `wallet.`, `curve.`, `transaction.`, `rpc.` …): code switches on it,
 * never on words.
 */
export interface FailureWords {
  readonly code: string;
  /** What happened, in the specification's words where it gives them. */
  readonly title: string;
  /** Why, and what became of the person's money. */
  readonly cause: string;
  readonly nextStep: string;
  /** Whether the same may simply be done again: `after-change` only when something was changed first. */
  readonly retry: "safe" | "after-change" | "never";
  /** What node and program say of it, behind a fold. */
  readonly details?: FailureDetails;
}

/** The next step where nothing but time mends it: a screen whose button says so leaves it out. */
export const tryAgainSoon = "Try again in a moment.";

/** One entry of a catalogue: title, cause, next step, retry. */
export type FailureEntry = readonly [title: string, cause: string, nextStep: string, retry: FailureWords["retry"]];

/** Gives the entries of one namespace their codes. */
export const catalogueOf = <K extends string | number>(
  namespace: string,
  entries: Readonly<Record<K, FailureEntry>>,
): Readonly<Record<K, FailureWords>> =>
  Object.fromEntries(
    Object.entries<FailureEntry>(entries).map(([key, [title, cause, nextStep, retry]]) => [
      key,
      { code: `${namespace}.${key}`, title, cause, nextStep, retry },
    ]),
  ) as Record<K, FailureWords>; // fromEntries forgets the keys, which are those of `entries`
