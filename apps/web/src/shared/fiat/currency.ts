import { type FiatCurrency, fiatCurrencies } from "@tribe/contract";
import * as z from "zod/mini";
import { createStoredStore, useStore } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { currencyOfLanguage } from "./region-currencies.ts";

/** `auto` follows the browser's language; `none` shows SOL alone. */
export const currencyChoices = ["auto", "none", ...fiatCurrencies] as const;
export type CurrencyChoice = (typeof currencyChoices)[number];

const saved = stored(storageKeys.currency, z.enum(currencyChoices));

/**
 * The person's choice. The browser stores it, like the theme: visitors have one, too, and the server need not know in which currency
 * somebody thinks.
 */
export const currencyChoice = createStoredStore<CurrencyChoice>({
  read: () => saved.read() ?? "auto",
  write: saved.write,
});

/** The currency of the browser's first language. */
export const ownCurrency = (): FiatCurrency => currencyOfLanguage(navigator.language);

/** The currency to show beside SOL; null for none. */
export const useCurrency = (): FiatCurrency | null => {
  const choice = useStore(currencyChoice);
  if (choice === "none") return null;
  return choice === "auto" ? ownCurrency() : choice;
};
