import { desc, sql } from "drizzle-orm";
import { trades } from "../schema.ts";

// Trades of several tokens, the newest first: the same order as in rules/trade-order.ts, in SQL.

// Compares as JavaScript does, by bytes, whatever the database's collation.
const byMint = sql`${trades.mint} collate "C"`;

/** Trades of the same second are ordered by mint and number, so that each has exactly one position in the list. */
export const newestFirst = [desc(trades.blockTime), desc(byMint), desc(trades.seq)] as const;

/** The condition for trades after the end of the last page; its placeholders come from `readTradesCursor`. */
export const isOlder = sql`(${trades.blockTime}, ${byMint}, ${trades.seq}) <
  (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("afterMint")}, ${sql.placeholder("seq")}::numeric)`;
