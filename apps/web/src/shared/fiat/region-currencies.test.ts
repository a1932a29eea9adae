import { expect, test } from "vitest";
import { currencyOfLanguage } from "./region-currencies.ts";

test.each([
  ["en-US", "USD"],
  ["en", "USD"],
  ["de", "EUR"],
  ["de-CH", "CHF"],
  ["gsw", "CHF"],
  ["pt-BR", "BRL"],
  ["pt-PT", "EUR"],
  ["en-GB", "GBP"],
  ["zh-Hant-HK", "HKD"],
  ["ja", "JPY"],
  ["he", "ILS"],
  ["ar-AE", "AED"],
  ["es-AR", "USD"],
  ["hi", "INR"],
  ["", "USD"],
  ["!", "USD"],
])("%s thinks in %s", (tag, currency) => {
  expect(currencyOfLanguage(tag)).toBe(currency);
});
