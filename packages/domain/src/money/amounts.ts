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

export interface AmountInput {
  /** Maximum digits after the dot; 4 by default. */
  readonly decimals?: number;
  /** The text was pasted: its commas and dots may group thousands. False by default. */
  readonly atOnce?: boolean;
  /** Keeps a text that is no amount, up to 40 characters, because the form says what is wrong with it. False by default. */
  readonly keepsInvalid?: boolean;
}

const maxInvalid = 40;

/**
 * The new content of an amount field whose text became `text`: digits and one dot, a leading dot becomes "0.", at most
 * `decimals` after it. One comma counts as a dot, because many keyboards have no dot. A pasted text may be grouped: "1,234.5",
 * "1.234,5" and "1.234.567" are read as meant, and "1,000" as the way in which this app writes a thousand.
 * @returns `before` for anything else (a letter, a second dot, groups of another length), or the text with `keepsInvalid`
 */
export const sanitizeAmountInput = (
  text: string,
  before: string,
  { decimals = tradeInputDecimals, atOnce = false, keepsInvalid = false }: AmountInput = {},
): string => {
  const written = text.replace(/[\s'’]/g, "");
  const plain = atOnce ? ungrouped(written) : written.replace(",", ".");
  if (plain === null || !/^[0-9]*\.?[0-9]*$/.test(plain)) return keepsInvalid ? text.slice(0, maxInvalid) : before;
  const [whole = "", fraction] = plain.split(".");
  const trimmed = whole.replace(/^0+(?=[0-9])/, "");
  if (fraction !== undefined && decimals === 0 && keepsInvalid) return `${trimmed}.${fraction}`.slice(0, maxInvalid);
  return fraction === undefined || decimals === 0 ? trimmed : `${trimmed || "0"}.${fraction.slice(0, decimals)}`;
};

/**
 * Groups with one separator, then perhaps the other separator and a fraction. In India all groups but the last have two digits.
 */
const groupedAmount = /^([1-9][0-9]{0,2}([.,])(?:[0-9]{2,3}\2)*[0-9]{3})(?:(?!\2)[.,]([0-9]*))?$/;

/** The same amount without groups and with a dot; null when it is unclear which separator is the decimal one. */
const ungrouped = (text: string): string | null => {
  const separators = text.replace(/[^.,]/g, "").length;
  // A single separator is the decimal one, unless this app itself would group a thousand like that.
  if (separators < 2 && !/^[1-9][0-9]{0,2},[0-9]{3}$/.test(text)) return text.replace(",", ".");
  const [, whole, , fraction] = groupedAmount.exec(text) ?? [];
  if (whole === undefined) return null;
  return whole.replace(/[.,]/g, "") + (fraction === undefined ? "" : `.${fraction}`);
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

/** Limits a sanitised text to a number of whole units: a larger amount becomes that number. */
export const capAmountInput = (text: string, maxWhole: bigint): string => {
  const units = parseAmount(text);
  return units !== null && units > maxWhole * 10n ** BigInt(decimalsOfMoney) ? maxWhole.toString() : text;
};

export interface FormatAmountOptions {
  /** Maximum digits after the dot; 9 by default. */
  readonly decimals?: number;
  /** Digits kept after the dot: from the first that is not zero below 1, else from the dot. 3 by default. */
  readonly significant?: number;
  /** Groups thousands by commas; on by default. */
  readonly grouped?: boolean;
}

/**
 * Formats base units (10⁻⁹) with at most 9 decimals and 3 significant places: 1,234.567, 0.000225, 12. It cuts instead of
 * rounding, so that nobody sees more than there is. Only zero is shown as 0; an amount too small for the decimals is shown as
 * "<0.000000001" (with the given decimals).
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

/** Keeps 3 characters of each side when it is longer than 6. */
export const shortenAddress = (address: string): string =>
  address.length > 6 ? `${address.slice(0, 3)}…${address.slice(-3)}` : address;
