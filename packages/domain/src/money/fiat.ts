import type { FiatMicros, FiatPrice } from "@tribe/contract";
import { divideDown, divideUp } from "./integers.ts";

/** Which way a worth is rounded: what somebody has or gets is cut, what somebody pays is rounded up. */
export type WorthRounding = "down" | "up";

const lamportsPerSol = 10n ** 9n;
/** Decimals of {@link FiatMicros}. */
const decimalsOfFiat = 6;
const microsPerUnit = 10n ** BigInt(decimalsOfFiat);
/** 10¹² units: SOL is worth more in no currency, and what a provider writes beyond it is a fault. */
const maxPrice = 10n ** 18n;

/**
 * Reads a provider's decimal number of units per SOL, rounded to the nearest 10⁻⁶, a half up.
 * @returns null for anything but plain digits with at most one dot (no sign, exponent, NaN), and for a price that is 0 after rounding or
 * over 10¹² units
 */
export const readFiatPrice = (text: string): FiatPrice | null => {
  const [, whole = "", fraction = ""] = /^([0-9]{1,18})(?:\.([0-9]{1,40}))?$/.exec(text) ?? [];
  if (whole === "") return null;
  const places = fraction.padEnd(decimalsOfFiat + 1, "0");
  const cut = BigInt(whole) * microsPerUnit + BigInt(places.slice(0, decimalsOfFiat));
  const price = Number(places[decimalsOfFiat]) >= 5 ? cut + 1n : cut;
  return price > 0n && price <= maxPrice ? (price as FiatPrice) : null; // checked right here; the brand has no run-time form
};

/** What an amount is worth at a price, in 10⁻⁶ of the currency: the exact product over 10⁹, rounded as told. @param lamports not negative */
export const worthOf = (lamports: bigint, price: FiatPrice, rounding: WorthRounding): FiatMicros => {
  const divide = rounding === "up" ? divideUp : divideDown;
  return divide(lamports * price, lamportsPerSol) as FiatMicros; // a sum at a price is an amount of its currency
};

/** A worth as people read it. */
export interface ShownWorth {
  /** A multiple of the last of {@link decimals}. */
  readonly worth: FiatMicros;
  /** Digits after the dot. */
  readonly decimals: number;
  /** The amount is worth something, but less than {@link worth}: to be written as "<". */
  readonly isLess: boolean;
}

/**
 * What an amount is worth at a price, with as many decimals as help: from 1,000 units none; below that the currency's own, and more
 * where those would leave fewer than two significant digits (at most 6). Something is never shown as nothing.
 * @param minorDigits the currency's own decimals: 2 for euros, 0 for yen
 */
export const shownWorth = (
  lamports: bigint,
  price: FiatPrice,
  { rounding, minorDigits }: { readonly rounding: WorthRounding; readonly minorDigits: number },
): ShownWorth => {
  const exact = worthOf(lamports, price, rounding);
  if (exact === 0n && lamports > 0n) return { worth: 1n as FiatMicros, decimals: decimalsOfFiat, isLess: true }; // 10⁻⁶
  const divide = rounding === "up" ? divideUp : divideDown;
  const step = 10n ** BigInt(decimalsOfFiat - decimalsFor(exact, minorDigits));
  const worth = (divide(exact, step) * step) as FiatMicros; // rounding keeps the currency
  return { worth, decimals: decimalsFor(worth, minorDigits), isLess: false };
};

const decimalsFor = (worth: FiatMicros, minorDigits: number): number => {
  if (worth === 0n || worth >= 1_000n * microsPerUnit) return 0;
  // The places from the dot to the second significant digit: 1 for 4.2, 2 for 0.42, 3 for 0.042.
  const forTwo = decimalsOfFiat + 2 - worth.toString().length;
  return Math.min(Math.max(forTwo, minorDigits), decimalsOfFiat);
};
