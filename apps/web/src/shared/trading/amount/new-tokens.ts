import { type NewTokenUnits, newTokenUnits } from "@tribe/contract";
import { formatExact, formatInputDown, newTokenScale, parseAmount } from "@tribe/domain/money";

/** Base units of the new mint as exact input text. */
export const exactNewTokens = (units: bigint): string => formatExact(units * newTokenScale);

/** Base units of the new mint as input text, cut to what can be typed. */
export const typedNewTokens = (units: bigint): string => formatInputDown(units * newTokenScale);

/** Reads typed text, cut to the mint's 6 decimals; null when it is no amount. */
export const parseNewTokens = (text: string): NewTokenUnits | null => {
  const amount = parseAmount(text);
  return amount === null ? null : newTokenUnits(amount / newTokenScale);
};
