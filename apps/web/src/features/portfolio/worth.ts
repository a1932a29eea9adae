import { unitsPerToken } from "@tribe/contract";
import type { Holding } from "./queries.ts";

/** The total value, and its change by the tokens' prices within a day. All in lamports. */
export interface Worth {
  readonly now: bigint;
  /** The same holdings at the prices of a day ago; null where no token had one. */
  readonly dayAgo: bigint | null;
}

/**
 * SOL, and tokens at the price of the last trade.
 * @param tokensValue of all tokens, those that the list leaves out with them.
 */
export const worthOf = (sol: bigint, tokensValue: bigint, holdings: readonly Holding[]): Worth => {
  const moved = holdings.reduce(
    (sum, { amount, value, priceDayAgo }) =>
      // A token without a price of then has not moved: it was not there.
      priceDayAgo === null ? sum : sum + value - (amount * priceDayAgo) / unitsPerToken,
    0n,
  );
  const hasPast = holdings.some(({ priceDayAgo }) => priceDayAgo !== null);
  const now = sol + tokensValue;
  return { now, dayAgo: hasPast ? now - moved : null };
};

/**
 * The hourly total value, the newest last: the present holdings at the prices of that time.
 * @param dayWorth of all tokens, from the server; its last value is some minutes old, so that `now` replaces it
 */
export const dayWorths = (sol: bigint, dayWorth: readonly bigint[], now: bigint): readonly bigint[] => [
  ...dayWorth.slice(0, -1).map((worth) => sol + worth),
  now,
];

/** Amounts as heights from 0, the least, to 100; all in the middle where they are equal. */
export const heightsOf = (amounts: readonly bigint[]): readonly number[] => {
  const sizes = amounts.map(Number);
  const least = Math.min(...sizes);
  const span = Math.max(...sizes) - least;
  return sizes.map((size) => (span === 0 ? 50 : ((size - least) * 100) / span));
};
