import type { FailureDetails } from "./failure-details.ts";

/**
 * The text of a failure: a sentence of the catalogue, never a raw error, which is shown only under Details. `code` is stable
 * and namespaced (`api.`, `step.`, `wallet.`, `curve.`, `transaction.`, `rpc.` …): code compares codes, never texts.
 */
export interface FailureWords {
  readonly code: string;
  /** What happened, in the specification's words if it has any. */
  readonly title: string;
  /** Why, and what happened to the person's money. */
  readonly cause: string;
  readonly nextStep: string;
  /** Whether the same action may be repeated; `after-change`: only after something was changed. */
  readonly retry: "safe" | "after-change" | "never";
  /** The node's and program's own words, under Details. */
  readonly details?: FailureDetails;
  /** The refused request's name in the server's log, under Details. */
  readonly requestId?: string;
}

/** The next step when only waiting helps: a screen with a retry button leaves it out. */
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
  ) as Record<K, FailureWords>; // fromEntries loses the keys, which are those of `entries`
