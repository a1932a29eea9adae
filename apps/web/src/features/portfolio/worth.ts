import { unitsPerToken } from "@tribe/contract";
import type { Holding } from "./queries.ts";

/** The total value, and its change by the tokens' prices within a day. All in lamports. */
export interface Worth {
  readonly now: bigint;
  /** The same holdings at the prices of a day ago; null if no token had one. */
  readonly dayAgo: bigint | null;
}

/**
 * The value of SOL and of tokens at the price of the last trade.
 * @param tokensValue the value of all tokens, including those that `holdings` leaves out
 */
export const worthOf = (sol: bigint, tokensValue: bigint, holdings: readonly Holding[]): Worth => {
  const moved = holdings.reduce(
    (sum, { amount, value, priceDayAgo }) =>
      // A token without a price a day ago did not exist then: it counts as unchanged.
      priceDayAgo === null ? sum : sum + value - (amount * priceDayAgo) / unitsPerToken,
    0n,
  );
  const hasPast = holdings.some(({ priceDayAgo }) => priceDayAgo !== null);
  const now = sol + tokensValue;
  return { now, dayAgo: hasPast ? now - moved : null };
};

/**
 * The hourly total value, the newest last: the present holdings at the prices of each hour.
 * @param dayWorth the values of all tokens, from the server; the last one may be minutes old and is replaced by `now`
 */
export const dayWorths = (sol: bigint, dayWorth: readonly bigint[], now: bigint): readonly bigint[] => [
  ...dayWorth.slice(0, -1).map((worth) => sol + worth),
  now,
];

/** Scales amounts to heights from 0 (smallest) to 100; all are 50 if they are equal. */
export const heightsOf = (amounts: readonly bigint[]): readonly number[] => {
  const sizes = amounts.map(Number);
  const least = Math.min(...sizes);
  const span = Math.max(...sizes) - least;
  return sizes.map((size) => (span === 0 ? 50 : ((size - least) * 100) / span));
};
