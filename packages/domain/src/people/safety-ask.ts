import { lamportsPerSol } from "@tribe/contract";

/** From this value on, in lamports, a wallet should have two tested ways of recovery of its own. */
export const worthTwoWays = lamportsPerSol;
/** How long "Later" is respected, ms. */
export const laterMilliseconds = 86_400_000;

/** Whether a person is asked for two ways of recovery: above 1 SOL, while one is missing, unless they said "Later" within a day. */
export const asksForSafety = ({
  worth,
  isMissing,
  putOffAt,
  now,
}: {
  /** Of SOL and tokens, in lamports. */
  readonly worth: bigint;
  readonly isMissing: boolean;
  /** When they said "Later", ms since 1970; 0 if never. */
  readonly putOffAt: number;
  readonly now: number;
}): boolean =>
  // A moment in the future is of a clock that was set back since.
  isMissing && worth > worthTwoWays && (now < putOffAt || now - putOffAt >= laterMilliseconds);
