import { airdropDisplayDecimals } from "@tribe/contract";
import { formatAmount, formatInputDown, formatInputUp, parseAmount } from "@tribe/domain/money";

/** Decimals of the amounts that the app's own formats take. */
const ownDecimals = 9;

const toOwn = (units: bigint, decimals: number): bigint =>
  decimals <= ownDecimals
    ? units * 10n ** BigInt(ownDecimals - decimals)
    : units / 10n ** BigInt(decimals - ownDecimals);
const fromOwn = (amount: bigint, decimals: number): bigint =>
  decimals <= ownDecimals
    ? amount / 10n ** BigInt(ownDecimals - decimals)
    : amount * 10n ** BigInt(decimals - ownDecimals);

/** Digits after the dot that an amount of a token is typed with: three, or as many as it has. */
export const typedDecimals = (decimals: number): number => Math.min(airdropDisplayDecimals, decimals);

/** A typed amount in base units of a token; null for what is none. */
export const readUnits = (text: string, decimals: number): bigint | null => {
  const amount = parseAmount(text);
  return amount === null ? null : fromOwn(amount, decimals);
};

/** Base units as people read them, with at most three decimals. */
export const showUnits = (units: bigint, decimals: number): string =>
  formatAmount(toOwn(units, decimals), { decimals: airdropDisplayDecimals });

/** Base units as they are typed: not more than there is. */
export const typeUnitsDown = (units: bigint, decimals: number): string =>
  formatInputDown(toOwn(units, decimals), typedDecimals(decimals));

/** Base units as they are typed: not less than is needed. */
export const typeUnitsUp = (units: bigint, decimals: number): string =>
  formatInputUp(toOwn(units, decimals), typedDecimals(decimals));
