import type { FiatCurrency, FiatPrice } from "@tribe/contract";

/** A price that was stored, and when it was read, ms since 1970. */
export interface KnownPrice {
  readonly price: FiatPrice;
  readonly at: number;
}

/** A price that jumped: the last one that was read, and how many in a row were like it. */
export interface Doubt {
  readonly price: FiatPrice;
  readonly reads: number;
}

export interface Trusted {
  readonly prices: ReadonlyMap<FiatCurrency, FiatPrice>;
  /** For the next reading. */
  readonly doubts: ReadonlyMap<FiatCurrency, Doubt>;
}

const hourMs = 3_600_000;
/** How much a price may move unquestioned, as a share: by a quarter within an hour of the last one, to double or half after it. */
const soonShare = 4n;
const laterShare = 1n;
/** As many readings in a row, each within a twentieth of the one before, make a jump true. */
const readsToTrust = 3;
const sameShare = 20n;

/**
 * Which prices of a reading to store. A provider that errs, or lies, mostly does so wildly and for one reading: a price that jumps is
 * left out until it has been read three times in a row, and until then people see none.
 * @param known the last stored price of each currency, of at most a day ago
 * @param doubts those of the reading before
 */
export const trustedPrices = (
  read: ReadonlyMap<FiatCurrency, FiatPrice>,
  known: ReadonlyMap<FiatCurrency, KnownPrice>,
  doubts: ReadonlyMap<FiatCurrency, Doubt>,
  now: number,
): Trusted => {
  const prices = new Map<FiatCurrency, FiatPrice>();
  const newDoubts = new Map<FiatCurrency, Doubt>();
  for (const [currency, price] of read) {
    const last = known.get(currency);
    const share = last && now - last.at <= hourMs ? soonShare : laterShare;
    const doubt = doubts.get(currency);
    const reads = doubt && isWithin(price, doubt.price, sameShare) ? doubt.reads + 1 : 1;
    if (!last || isWithin(price, last.price, share) || reads >= readsToTrust) prices.set(currency, price);
    else newDoubts.set(currency, { price, reads });
  }
  return { prices, doubts: newDoubts };
};

/** Whether the larger is at most 1/share more than the smaller. */
const isWithin = (one: bigint, other: bigint, share: bigint): boolean => {
  const [less, more] = one < other ? [one, other] : [other, one];
  return (more - less) * share <= less;
};
