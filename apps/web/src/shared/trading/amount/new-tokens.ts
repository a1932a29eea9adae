import { type NewTokenUnits, newTokenUnits } from "@tribe/contract";
import { formatAmount, formatExact, formatInputDown, parseAmount } from "@tribe/domain/money";

/** A new mint has 6 decimals, amounts are written with 9: one of its base units is a thousand of those. */
const scale = 1_000n;

/** Base units of the new mint as people read them. */
export const formatNewTokens = (units: bigint): string => formatAmount(units * scale);

/** Base units of the new mint as exact input text. */
export const exactNewTokens = (units: bigint): string => formatExact(units * scale);

/** Base units of the new mint as input text, cut to what can be typed. */
export const typedNewTokens = (units: bigint): string => formatInputDown(units * scale);

/** Reads typed text, cut to the mint's 6 decimals; null when it is no amount. */
export const parseNewTokens = (text: string): NewTokenUnits | null => {
  const amount = parseAmount(text);
  return amount === null ? null : newTokenUnits(amount / scale);
};
