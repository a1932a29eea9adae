import { lamportsPerSol } from "@tribe/contract";

/** From this value on, in lamports, a wallet should have two tested ways of recovery of its own. */
export const worthTwoWays = lamportsPerSol;
/** How long "Later" is respected, ms. */
export const laterMilliseconds = 86_400_000;

/**
 * Whether a person is asked for ways of recovery of their own, unless they said "Later" within a day: for two above 1 SOL, while one is
 * missing; for a first one as soon as the wallet holds anything, where the browser forgets wallets by itself.
 */
export const asksForSafety = ({
  worth,
  isMissing,
  isForgotten = false,
  putOffAt,
  now,
}: {
  /** Of SOL and tokens, in lamports. */
  readonly worth: bigint;
  readonly isMissing: boolean;
  /** Whether the browser deletes a wallet that is not used, and the person has no way of their own to bring it back. */
  readonly isForgotten?: boolean;
  /** When they said "Later", ms since 1970; 0 if never. */
  readonly putOffAt: number;
  readonly now: number;
}): boolean =>
  // A moment in the future is of a clock that was set back since.
  isMissing && worth > (isForgotten ? 0n : worthTwoWays) && (now < putOffAt || now - putOffAt >= laterMilliseconds);
