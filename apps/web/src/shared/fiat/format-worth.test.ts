import type { FiatCurrency } from "@tribe/contract";
import { readFiatPrice } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { formatWorth } from "./format-worth.ts";

const worth = (
  lamports: bigint,
  text: string,
  currency: FiatCurrency,
  locale: string,
  rounding: "up" | "down" = "up",
) => {
  const price = readFiatPrice(text);
  if (price === null) throw new Error("no price");
  const { shown, spoken } = formatWorth(lamports, { price, currency, rounding, locale });
  return [shown.replaceAll("\u00a0", " "), spoken.replaceAll("\u00a0", " ")];
};
const seat = 149_700_000n;

test("the currency stands where the reader's language puts it, the digits as everywhere on the page", () => {
  expect(worth(seat, "142.311", "USD", "en-US")).toEqual(["≈ $21.31", "about 21.31 US dollars"]);
  expect(worth(seat, "122.4", "EUR", "de-DE")).toEqual(["≈ 18.33 €", "about 18.33 euros"]);
  expect(worth(seat, "122.4", "EUR", "nl")).toEqual(["≈ € 18.33", "about 18.33 euros"]);
  expect(worth(seat, "21342.7", "JPY", "ja")).toEqual(["≈ ￥3,196", "about 3,196 Japanese yen"]);
  expect(worth(seat, "3742610.2", "VND", "vi")).toEqual(["≈ 560,269 ₫", "about 560,269 Vietnamese dong"]);
  expect(worth(10_000_000_000n, "122.4", "EUR", "de-DE", "down")[0]).toBe("≈ 1,224 €");
});

test("a language that is written from the right adds no marks to the number", () => {
  for (const [locale, currency] of [
    ["ar-AE", "AED"],
    ["he-IL", "ILS"],
    ["fa", "USD"],
  ] as const) {
    const [shown = ""] = worth(seat, "500", currency, locale);
    expect(shown).toMatch(/^≈ .*74\.85/u);
    expect(shown).not.toMatch(/[\u200e\u200f\u061c٠-٩۰-۹]/u);
  }
});

test("something is never nothing, and less than can be written says so", () => {
  expect(worth(5_000n, "142.311", "USD", "en-US")[0]).toBe("≈ $0.00072");
  expect(worth(1n, "142.311", "USD", "en-US", "down")).toEqual(["< $0.000001", "less than 0.000001 US dollars"]);
  expect(worth(0n, "142.311", "USD", "en-US", "down")[0]).toBe("≈ $0");
});

test.each(["C", "en-US@posix"])(
  "a browser whose language is no language tag (%s) gets the currency where English puts it",
  (locale) => {
    expect(worth(seat, "122.4", "EUR", locale)).toEqual(worth(seat, "122.4", "EUR", "en"));
  },
);
