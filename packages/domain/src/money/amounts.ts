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

export interface FormatAmountOptions {
  /** Maximum digits after the dot; 9 by default. */
  readonly decimals?: number;
  /** Digits kept after the dot: from the first that is not zero below 1, else from the dot. 3 by default. */
  readonly significant?: number;
  /** Groups thousands by commas; on by default. */
  readonly grouped?: boolean;
  /** Rounds up instead of cutting: for what somebody pays or needs, which must not look smaller than it is. Off by default. */
  readonly up?: boolean;
}

/**
 * Formats base units (10⁻⁹) with at most 9 decimals and 3 significant places: 1,234.567, 0.000225, 12. It cuts instead of
 * rounding, so that nobody sees more than there is, unless it is told to round up. Only zero is shown as 0; an amount too small for
 * the decimals is shown as "<0.000000001" (with the given decimals).
 */
export const formatAmount = (units: bigint, options: FormatAmountOptions = {}): string => {
  const { decimals = amountDisplayDecimals, significant = amountDisplaySignificantPlaces, grouped = true } = options;
  if (units < 0n) return `-${formatAmount(-units, options)}`;
  const scale = 10n ** BigInt(decimalsOfMoney);
  const whole = units / scale;
  const digits = (units % scale).toString().padStart(decimalsOfMoney, "0");
  const leadingZeros = whole === 0n ? (/^0*/.exec(digits)?.[0].length ?? 0) : 0;
  const places = Math.min(decimals, leadingZeros + significant, decimalsOfMoney);
  if (options.up) return formatAmount(inputStepUp(units, places), { ...options, up: false });
  const fraction = digits.slice(0, places).replace(/0+$/, "");
  if (whole === 0n && fraction === "" && units > 0n) return decimals === 0 ? "<1" : `<0.${"1".padStart(decimals, "0")}`;
  const integer = grouped ? whole.toString().replace(/\B(?=([0-9]{3})+$)/g, ",") : whole.toString();
  return fraction ? `${integer}.${fraction}` : integer;
};

/** How an amount is written beside a field for it: with the decimals that can be typed. */
export const typedFormat: FormatAmountOptions = { decimals: tradeInputDecimals, significant: tradeInputDecimals };

/** The same for what somebody needs: rounded up. */
export const neededFormat: FormatAmountOptions = { ...typedFormat, up: true };

/** Lamports that somebody pays, with 4 significant places and rounded up: the one way in which a cost in SOL is written. */
export const formatCost = (lamports: bigint): string => formatAmount(lamports, { significant: 4, up: true });

/** Base units as a plain exact decimal, for input fields: not grouped, not cut. */
export const formatExact = (units: bigint): string =>
  formatAmount(units, { significant: decimalsOfMoney, grouped: false });

/** Base units of a token with this many decimals, grouped and with all decimals: 1,234.5. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, "0");
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = rest.replace(/0+$/u, "");
  return `${whole.replace(/\B(?=(\d{3})+$)/gu, ",")}${fraction === "" ? "" : `.${fraction}`}`;
};

/** Base units rounded up to what an input of `decimals` digits can express. */
export const inputStepUp = (units: bigint, decimals: number = tradeInputDecimals): bigint => {
  const step = 10n ** BigInt(decimalsOfMoney - decimals);
  return divideUp(units, step) * step;
};

/** Base units as input text with at most `decimals` digits, rounded up: for thresholds that must be reached. */
export const formatInputUp = (units: bigint, decimals: number = tradeInputDecimals): string =>
  formatExact(inputStepUp(units, decimals));

/** Base units as input text with at most `decimals` digits, cut: for holdings. */
export const formatInputDown = (units: bigint, decimals: number = tradeInputDecimals): string => {
  const step = 10n ** BigInt(decimalsOfMoney - decimals);
  return formatExact((units / step) * step);
};

/** A part of a holding in whole percent, cut to base units; 100 is everything. */
export const percentOf = (units: bigint, percent: number): bigint => (units * BigInt(percent)) / 100n;

/** Limits slippage to 0 to 10,000 basis points; NaN becomes `fallback`. */
export const clampSlippageBps = (value: number, fallback: number): number =>
  Number.isFinite(value) ? Math.min(maxSlippageBps, Math.max(minSlippageBps, Math.round(value))) : fallback;

/** Basis points as percent, in the one format of the app: 500 is "5%", 210 is "2.1%", 25 is "0.25%". */
export const formatBps = (bps: number): string => `${Number((bps / 100).toFixed(2))}%`;

/** The same in whole tenths of a percent, rounded up: for how far a price may move before an order fails. */
export const formatBpsUp = (bps: number): string => formatBps(Math.ceil(bps / 10) * 10);

/** Keeps 3 characters of each side when it is longer than 6. */
export const shortenAddress = (address: string): string =>
  address.length > 6 ? `${address.slice(0, 3)}…${address.slice(-3)}` : address;
