import type { FiatCurrency, SolRate } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";

/** The columns of a transaction's rate. */
export const rateColumns = [
  "price of 1 SOL",
  "currency of the price",
  "source of the price",
  "time of the price (UTC)",
] as const;

/** A price has six decimals, and amounts are written with nine. */
const scale = 1_000n;

/** What one SOL was worth then, with who said so and when; empty cells where nobody did. */
export const rateCells = (rate: SolRate | null, currency: FiatCurrency): string[] => {
  const price = rate?.prices[currency];
  if (!rate || price === undefined) return rateColumns.map(() => "");
  return [formatExact(price * scale), currency, rate.source, new Date(rate.at).toISOString()];
};
