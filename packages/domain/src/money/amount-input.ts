import { tradeInputDecimals, unitsPerToken } from "@tribe/contract";
import { parseAmount } from "./amounts.ts";
import { withPlainDigits } from "./digits.ts";

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
 * `decimals` after it. Digits, dots and commas of every script are read as what they say: "１．５", "۱۲٫۵". One comma counts as a
 * dot, because many keyboards have no dot. A pasted text may be grouped: "1,234.5",
 * "1.234,5" and "1.234.567" are read as meant, and "1,000" as the way in which this app writes a thousand.
 * @returns `before` for anything else (a letter, a second dot, groups of another length), or the text with `keepsInvalid`
 */
export const sanitizeAmountInput = (
  text: string,
  before: string,
  { decimals = tradeInputDecimals, atOnce = false, keepsInvalid = false }: AmountInput = {},
): string => {
  const written = withPlainSeparators(withPlainDigits(text));
  const plain = atOnce ? ungrouped(written) : written.replace(",", ".");
  if (plain === null || !/^[0-9]*\.?[0-9]*$/.test(plain)) return keepsInvalid ? text.slice(0, maxInvalid) : before;
  const [whole = "", fraction] = plain.split(".");
  const trimmed = whole.replace(/^0+(?=[0-9])/, "");
  if (fraction !== undefined && decimals === 0 && keepsInvalid) return `${trimmed}.${fraction}`.slice(0, maxInvalid);
  return fraction === undefined || decimals === 0 ? trimmed : `${trimmed || "0"}.${fraction.slice(0, decimals)}`;
};

/** With the dots and commas of Chinese and Arabic as ours, and without spaces, invisible characters and signs that only group. */
const withPlainSeparators = (text: string): string =>
  text
    .replace(/[．。｡٫]/gu, ".")
    .replace(/[，、､،]/gu, ",")
    .replace(/[\s\p{Cf}'’＇٬]/gu, "");

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

/** Limits a sanitised text to a number of whole units: a larger amount becomes that number. */
export const capAmountInput = (text: string, maxWhole: bigint): string => {
  const units = parseAmount(text);
  return units !== null && units > maxWhole * unitsPerToken ? maxWhole.toString() : text;
};
