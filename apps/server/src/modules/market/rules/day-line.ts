import { unitsPerToken } from "@tribe/contract";

/** Heights; empty when nobody traded in the last day. */
export type DayLine = number[];
/** Lamports per whole token hour by hour, the newest last; only drawn, so that a float is exact enough. */
export type DayPrices = readonly number[];

/** The steps of a line: it has one price more. */
export const dayHours = 24;
const flat = 50;

/** Prices as heights from 0, the lowest, to 100. */
export const heightsOf = (prices: DayPrices): DayLine => {
  const lowest = Math.min(...prices);
  const span = Math.max(...prices) - lowest;
  return prices.map((size) => (span === 0 ? flat : Math.round(((size - lowest) * 100) / span)));
};

/** What somebody holds of a token now, and its prices in the last day, empty without a change. */
export interface HeldDay {
  /** Base units. */
  readonly amount: bigint;
  /** Lamports, at the present price. */
  readonly value: bigint;
  readonly prices: DayPrices;
}

/** The value of holdings hour by hour in the last day, at the prices of then, in lamports; null when no price changed. */
export const dayWorth = (held: readonly HeldDay[]): readonly bigint[] | null => {
  if (held.every(({ prices }) => prices.length <= dayHours)) return null;
  return Array.from({ length: dayHours + 1 }, (_, hour) =>
    held.reduce((sum, { amount, value, prices }) => {
      // A token without a price then did not exist; it counts as unchanged.
      const price = prices.length > dayHours ? prices[hour] : undefined;
      return sum + (price === undefined ? value : (amount * BigInt(price)) / unitsPerToken);
    }, 0n),
  );
};
