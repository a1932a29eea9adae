// Prices after a migration: docs/decisions/0162.
import { type Lamports, lamports, type TokenProfile } from "@tribe/contract";
import { type FormatAmountOptions, formatAmount } from "./amounts.ts";

/** A new mint has 6 decimals, amounts are written with 9: one of its base units is a thousand of those. */
export const newTokenScale = 1_000n;

/** Base units of the new mint as people read them. */
export const formatNewTokens = (units: bigint, options?: FormatAmountOptions): string =>
  formatAmount(units * newTokenScale, options);

/**
 * How prices of a token are shown: of one token, or after a migration of 1,000 new ones, as the amounts beside them count. One new
 * token costs some 40 lamports. What the API says is for one old token, and a new one has a thousandth of its base units.
 */
export const pricesOf = ({ conversionRate: rate }: { readonly conversionRate?: bigint | null | undefined }) => ({
  shown: (price: bigint): Lamports => lamports(rate ? price / rate : price),
  /** Behind a price; empty where it is of one token. */
  per: rate ? "per 1,000" : "",
});

/** How amounts of a token are written: base units of the old token, which after a migration are shown as the new tokens they convert to. */
export const amountsOf = ({
  newMint,
  conversionRate: rate,
  symbol,
}: Pick<TokenProfile, "newMint" | "conversionRate" | "symbol">) => {
  const plain = (units: bigint, options?: FormatAmountOptions): string =>
    newMint && rate ? formatNewTokens(units * rate, options) : formatAmount(units, options);
  return {
    plain,
    named: (units: bigint, options?: FormatAmountOptions): string => `${plain(units, options)} ${symbol}`,
  };
};
