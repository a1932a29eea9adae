import { airdropDisplayDecimals } from "@tribe/contract";
import { formatAmount, formatInputDown, formatInputUp, parseAmount } from "@tribe/domain/money";

/** Decimals of the amounts that the app's formatters expect. */
const ownDecimals = 9;

const toOwn = (units: bigint, decimals: number): bigint =>
  decimals <= ownDecimals
    ? units * 10n ** BigInt(ownDecimals - decimals)
    : units / 10n ** BigInt(decimals - ownDecimals);
const fromOwn = (amount: bigint, decimals: number): bigint =>
  decimals <= ownDecimals
    ? amount / 10n ** BigInt(ownDecimals - decimals)
    : amount * 10n ** BigInt(decimals - ownDecimals);

/** Decimals that can be typed for a token: three, or fewer if the token has fewer. */
export const typedDecimals = (decimals: number): number => Math.min(airdropDisplayDecimals, decimals);

/** A typed amount in base units of a token, 0 for an empty text; null if it is no number, or smaller than the token's parts. */
export const readUnits = (text: string, decimals: number): bigint | null => {
  if (text.trim() === "") return 0n;
  const amount = parseAmount(text);
  if (amount === null) return null;
  const units = fromOwn(amount, decimals);
  return decimals <= ownDecimals && toOwn(units, decimals) !== amount ? null : units;
};

/** Formats base units for display, with at most three decimals. */
export const showUnits = (units: bigint, decimals: number): string =>
  formatAmount(toOwn(units, decimals), { decimals: airdropDisplayDecimals });

/** Formats base units for an amount field, rounded down: not more than the balance. */
export const typeUnitsDown = (units: bigint, decimals: number): string =>
  formatInputDown(toOwn(units, decimals), typedDecimals(decimals));

/** Formats base units for an amount field, rounded up: not less than required. */
export const typeUnitsUp = (units: bigint, decimals: number): string =>
  formatInputUp(toOwn(units, decimals), typedDecimals(decimals));
