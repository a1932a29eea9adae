import * as z from "zod/mini";
import { fiatPriceSchema, timeSchema } from "../primitives.ts";

/** The currencies in which SOL has a rate, in ISO 4217. New ones are added at the end: people have chosen the others. */
export const fiatCurrencies = [
  ...([
    "USD",
    "EUR",
    "GBP",
    "JPY",
    "CHF",
    "CAD",
    "AUD",
    "NZD",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "TRY",
    "UAH",
  ] as const),
  ...(["BRL", "MXN", "INR", "IDR", "KRW", "VND", "PHP", "THB", "SGD", "HKD", "AED", "ILS", "ZAR", "NGN"] as const),
] as const;

export type FiatCurrency = (typeof fiatCurrencies)[number];

/** Whether a text is one of {@link fiatCurrencies}. */
export const isFiatCurrency = (text: string): text is FiatCurrency =>
  (fiatCurrencies as readonly string[]).includes(text);

/** A currency that an older page doesn't know is nothing to it, not a fault. */
const pricesSchema = z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), fiatPriceSchema);

/** What one SOL was worth, at one time, by one source. */
export const solRateSchema = z.object({
  /** Who said so: `coinbase`, or `stand-in` in local mode. */
  source: z.string().check(z.maxLength(40)),
  /** When it was read. */
  at: timeSchema,
  /** By currency, see {@link fiatCurrencies}: one without a trustworthy price is absent. */
  prices: pricesSchema,
});
export type SolRate = z.output<typeof solRateSchema>;

/** A rate that is older than this is late: it is not shown. */
export const rateLateMs = 10 * 60_000;
