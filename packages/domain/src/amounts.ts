import {
  amountDisplayDecimals,
  amountDisplaySignificantPlaces,
  maxSlippageBps,
  minSlippageBps,
  tradeInputDecimals,
} from "@tribe/contract";
import { divideUp } from "./integers.ts";

/** Base units per whole: both SOL and curve tokens have 9 decimals. */
const decimalsOfMoney = 9;

/**
 * Keeps what may be typed: digits and one dot, a leading dot becomes "0.", at most `decimals` after it (spec section 5).
 * A comma counts as a dot, because many keyboards have no other.
 */
export const sanitizeAmountInput = (text: string, decimals: number = tradeInputDecimals): string => {
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^0-9.]/g, "")
    .split(".");
  const trimmed = whole.replace(/^0+(?=[0-9])/, "");
  if (rest.length === 0) return trimmed;
  return decimals === 0 ? trimmed : `${trimmed || "0"}.${rest.join("").slice(0, decimals)}`;
};

/**
 * Reads a typed amount as base units (10⁻⁹).
 * @returns null for an empty text, anything but digits and one dot, or more decimals than 9.
 */
export const parseAmount = (text: string): bigint | null => {
  const match = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.trim());
  const whole = match?.[1] ?? "";
  const fraction = match?.[2] ?? "";
  if (!match || whole + fraction === "" || fraction.length > decimalsOfMoney) return null;
  return BigInt(whole || "0") * 10n ** BigInt(decimalsOfMoney) + BigInt(fraction.padEnd(decimalsOfMoney, "0"));
};

/** Caps a sanitised text at a number of whole units: what is above becomes the cap. */
export const capAmountInput = (text: string, maxWhole: bigint): string => {
  const units = parseAmount(text);
  return units !== null && units > maxWhole * 10n ** BigInt(decimalsOfMoney) ? maxWhole.toString() : text;
};

export interface FormatAmountOptions {
  /** Most digits after the dot; 9 by default. */
  readonly decimals?: number;
  /** Digits kept after the dot: from the first that is not zero below 1, else from the dot. 3 by default. */
  readonly significant?: number;
  /** Groups thousands by commas; on by default. */
  readonly grouped?: boolean;
}

/**
 * Shows base units (10⁻⁹) with at most 9 decimals and 3 significant places: 1,234.567, 0.000225, 12. It cuts instead of
 * rounding, so that nobody sees more than there is. An amount too small to show is 0 only if it is zero, else "<0.000000001"
 * with the decimals asked.
 */
export const formatAmount = (units: bigint, options: FormatAmountOptions = {}): string => {
  const { decimals = amountDisplayDecimals, significant = amountDisplaySignificantPlaces, grouped = true } = options;
  if (units < 0n) return `-${formatAmount(-units, options)}`;
  const scale = 10n ** BigInt(decimalsOfMoney);
  const whole = units / scale;
  const digits = (units % scale).toString().padStart(decimalsOfMoney, "0");
  const leadingZeros = whole === 0n ? (/^0*/.exec(digits)?.[0].length ?? 0) : 0;
  const fraction = digits.slice(0, Math.min(decimals, leadingZeros + significant)).replace(/0+$/, "");
  if (whole === 0n && fraction === "" && units > 0n) return decimals === 0 ? "<1" : `<0.${"1".padStart(decimals, "0")}`;
  const integer = grouped ? whole.toString().replace(/\B(?=([0-9]{3})+$)/g, ",") : whole.toString();
  return fraction ? `${integer}.${fraction}` : integer;
};

/** Base units as the plainest exact decimal, for input fields: no grouping, no cut. */
export const formatExact = (units: bigint): string =>
  formatAmount(units, { significant: decimalsOfMoney, grouped: false });

/** Base units rounded up to what an input of `decimals` digits can say. */
export const inputStepUp = (units: bigint, decimals: number = tradeInputDecimals): bigint => {
  const step = 10n ** BigInt(decimalsOfMoney - decimals);
  return divideUp(units, step) * step;
};

/** Base units as input text with at most `decimals` digits, rounded up: for thresholds that must be reached. */
export const formatInputUp = (units: bigint, decimals: number = tradeInputDecimals): string =>
  formatExact(inputStepUp(units, decimals));

/** Base units as input text with at most `decimals` digits, cut: for what one has. */
export const formatInputDown = (units: bigint, decimals: number = tradeInputDecimals): string => {
  const step = 10n ** BigInt(decimalsOfMoney - decimals);
  return formatExact((units / step) * step);
};

/** A share of a holding in whole percent, cut to base units; 100 is everything. */
export const percentOf = (units: bigint, percent: number): bigint => (units * BigInt(percent)) / 100n;

/** Keeps slippage within 0 and 10,000 basis points; what is no number becomes `fallback`. */
export const clampSlippageBps = (value: number, fallback: number): number =>
  Number.isFinite(value) ? Math.min(maxSlippageBps, Math.max(minSlippageBps, Math.round(value))) : fallback;

/** Basis points as percent, the one way that the app writes percentages: 500 is "5%", 210 is "2.1%", 25 is "0.25%". */
export const formatBps = (bps: number): string => `${Number((bps / 100).toFixed(2))}%`;

/** Keeps 3 characters at each side of what is longer than 6 (spec section 9). */
export const shortenAddress = (address: string): string =>
  address.length > 6 ? `${address.slice(0, 3)}…${address.slice(-3)}` : address;
