import type { FiatCurrency, FiatPrice } from "@tribe/contract";
import { shownWorth, type WorthRounding } from "@tribe/domain/money";

/** A worth in a currency, for eyes and for ears. */
export interface WorthText {
  /** "≈ 21.30 €" */
  readonly shown: string;
  /** "about 21.30 euros" */
  readonly spoken: string;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making one takes longer than all that it formats on a page. */
const formatter = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(name) ?? new Intl.NumberFormat(locale, options);
  formatters.set(name, known);
  return known;
};

/** Some browsers name no language but a setting of the system, such as `C`: a formatter would throw. */
const isTag = (locale: string): boolean => {
  try {
    Intl.getCanonicalLocales(locale);
    return true;
  } catch {
    return false;
  }
};

const minorDigits = (currency: FiatCurrency): number =>
  formatter("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/**
 * What an amount is worth, as people read it. The currency stands where their language puts it; the digits are written as all others
 * of this page are, so that nobody reads 21,30 beside 0.133 in two ways.
 * @param locale the language that decides where the currency stands
 */
export const formatWorth = (
  lamports: bigint,
  {
    price,
    currency,
    rounding,
    locale,
  }: { price: FiatPrice; currency: FiatCurrency; rounding: WorthRounding; locale: string },
): WorthText => {
  const { worth, decimals, isLess } = shownWorth(lamports, price, { rounding, minorDigits: minorDigits(currency) });
  const value = Number(worth) / 1_000_000;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const pieces = formatter(isTag(locale) ? locale : "en", { style: "currency", currency, ...digits }).formatToParts(
    value,
  );
  const isOfNumber = ({ type }: Intl.NumberFormatPart) => type !== "currency" && type !== "literal";
  const [first, last] = [pieces.findIndex(isOfNumber), pieces.findLastIndex(isOfNumber)];
  const around = (some: readonly Intl.NumberFormatPart[]): string =>
    some
      .map(({ value: text }) => text)
      .join("")
      .replace(marks, "");
  const number = formatter("en", digits).format(value);
  return {
    shown: `${isLess ? "<" : "≈"}\u00a0${around(pieces.slice(0, first))}${number}${around(pieces.slice(last + 1))}`,
    spoken: `${isLess ? "less than" : "about"} ${formatter("en", { style: "currency", currency, currencyDisplay: "name", ...digits }).format(value)}`,
  };
};

/** Which way a text runs is said by its element; the marks would stand beside a left-to-right number for nothing. */
const marks = /[\u200e\u200f\u061c]/gu;
