import type { FiatCurrency } from "@tribe/contract";
import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** What SOL was worth each time that a provider was asked. A reading never changes (docs/decisions/0202). */
export const solRates = pgTable("sol_rates", {
  /** When it was read, by our clock. */
  at: timeColumn("at").primaryKey(),
  /** `coinbase`, or `stand-in` in local mode. */
  source: text("source").notNull(),
  /** 10⁻⁶ of each currency for one SOL, as decimal strings. A price that was not to be trusted is absent. */
  prices: jsonb("prices").$type<{ readonly [currency in FiatCurrency]?: string }>().notNull(),
  /** The first reading of each five minutes stays for good: a trade has the rate of its time. The others go after an hour. */
  isKept: boolean("is_kept").notNull(),
});
