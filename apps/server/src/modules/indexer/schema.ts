import { type Address, tradeKinds, tradeVenues } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  addressColumn,
  bigintColumn,
  countColumn,
  lamportsColumn,
  newTokenUnitsColumn,
  timeColumn,
  tokenIdColumn,
  tokenUnitsColumn,
} from "../../db/columns.ts";
import { isCollect } from "./events/collects.ts";

/** How far the indexer has read a program's history. One row per followed address. */
export const indexerCursors = pgTable("indexer_cursors", {
  address: addressColumn("address").primaryKey(),
  /** The newest signature whose events are all stored. */
  signature: text("signature").notNull(),
  slot: countColumn("slot").notNull(),
});

/** Every event ever taken in: the primary key is what makes intake exactly-once. */
export const chainEvents = pgTable(
  "chain_events",
  {
    signature: text("signature").notNull(),
    /** Place among the events of its transaction. */
    eventIndex: smallint("event_index").notNull(),
    kind: text("kind").notNull(),
    /** Null for events of the factory. */
    mint: addressColumn("mint"),
    /** The emitting account's own count; a pool's stand above its curve's (`indexer/events/place.ts`). */
    seq: bigintColumn("seq").notNull(),
    slot: countColumn("slot").notNull(),
    blockTime: timeColumn("block_time").notNull(),
    /** The event as decoded, integers as decimal strings; null for a trade, of which `trades` has all. */
    data: jsonb("data").$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.signature, table.eventIndex] }),
    uniqueIndex("chain_events_mint_seq").on(table.mint, table.seq),
    // Payouts are few among the events of a token.
    index("chain_events_collects").on(table.mint).where(isCollect(table.kind)),
  ],
);

/** What the events of a token add up to. */
export const tokens = pgTable(
  "tokens",
  {
    mint: addressColumn("mint").primaryKey(),
    tokenId: tokenIdColumn("token_id").notNull().unique(),
    creatorAddress: addressColumn("creator_address").notNull(),
    name: text("name").notNull(),
    symbol: text("symbol").notNull(),
    /** Curve position `x`. */
    supply: tokenUnitsColumn("supply").notNull(),
    reserve: lamportsColumn("reserve").notNull(),
    floor: tokenUnitsColumn("floor").notNull(),
    maxSupply: tokenUnitsColumn("max_supply").notNull(),
    coefficient: bigintColumn("coefficient").notNull(),
    referralBonus: tokenUnitsColumn("referral_bonus").notNull(),
    /** Lamports per whole (old) token after the last trade. */
    price: lamportsColumn("price").notNull(),
    /** The `seq` that the next event must have; anything higher is a gap. */
    nextSeq: bigintColumn("next_seq").notNull(),
    /** Value of all trades before fees. */
    volume: lamportsColumn("volume").notNull().default(sql`0`),
    /** Without the creator's own and self-referred trades: what the leaderboard ranks by. */
    rankedVolume: lamportsColumn("ranked_volume").notNull().default(sql`0`),
    /** The creator's shares of all trades, and of how many: what the Chief ever earned. */
    creatorEarned: lamportsColumn("creator_earned").notNull().default(sql`0`),
    creatorTrades: integer("creator_trades").notNull().default(0),
    holderCount: integer("holder_count").notNull().default(0),
    newMint: addressColumn("new_mint"),
    liquidityAddress: addressColumn("liquidity_address"),
    /** New base units per old one, once the curve has migrated. */
    conversionRate: bigintColumn("conversion_rate"),
    /** Token accounts of the programs that hold new tokens: nobody's holdings. */
    vaults: text("vaults").$type<Address>().array().notNull().default([]),
    createdAt: timeColumn("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("tokens_new_mint").on(table.newMint),
    index("tokens_full").on(table.mint).where(sql`${table.newMint} is null and ${table.supply} >= ${table.maxSupply}`),
    index("tokens_creator").on(table.creatorAddress),
    index("tokens_created").on(table.createdAt),
  ],
);

/** A migrated token's pool as its events add up. */
export const pools = pgTable("pools", {
  /** The Tribe's (old) mint. */
  mint: addressColumn("mint").primaryKey(),
  lamports: lamportsColumn("lamports").notNull(),
  tokens: newTokenUnitsColumn("tokens").notNull(),
  liquidityBps: integer("liquidity_bps").notNull(),
  creatorBps: integer("creator_bps").notNull(),
  platformBps: integer("platform_bps").notNull(),
  /** The `seq` that the pool's next event must have. */
  nextSeq: bigintColumn("next_seq").notNull(),
});

/** One buy or sell on the curve or in the pool, or the creator's first buy. */
export const trades = pgTable(
  "trades",
  {
    mint: addressColumn("mint").notNull(),
    /** As in `chain_events`: orders the trades of a token, the pool's after the curve's. */
    seq: bigintColumn("seq").notNull(),
    signature: text("signature").notNull(),
    kind: text("kind", { enum: tradeKinds }).notNull(),
    venue: text("venue", { enum: tradeVenues }).notNull(),
    trader: addressColumn("trader").notNull(),
    /** Old tokens; a swap's at the conversion rate, rounded down. */
    amount: tokenUnitsColumn("amount").notNull(),
    /** A swap's exact tokens. */
    newTokens: newTokenUnitsColumn("new_tokens"),
    /** Lamports that curve or pool took or gave, before fees. */
    value: lamportsColumn("value").notNull(),
    unitPrice: lamportsColumn("unit_price").notNull(),
    /** Price of one whole (old) token after it. */
    priceAfter: lamportsColumn("price_after").notNull(),
    supplyAfter: tokenUnitsColumn("supply_after").notNull(),
    platformFee: lamportsColumn("platform_fee").notNull(),
    creatorFee: lamportsColumn("creator_fee").notNull(),
    referralFee: lamportsColumn("referral_fee").notNull(),
    /** Stays in the pool, with the swap's roundings; 0 on the curve. */
    liquidityFee: lamportsColumn("liquidity_fee").notNull().default(sql`0`),
    referrer: addressColumn("referrer"),
    /** Counts for the leaderboard: neither the creator's own nor self-referred. */
    isRanked: boolean("is_ranked").notNull(),
    blockTime: timeColumn("block_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.seq] }),
    // Holds all that the leaderboard's sums read, so that they never touch the table.
    index("trades_ranked_time").on(table.blockTime, table.mint, table.value).where(sql`${table.isRanked}`),
    index("trades_mint_time").on(table.mint, table.blockTime),
    // What a referrer was paid, the newest first.
    index("trades_referrer_time").on(table.referrer, table.blockTime).where(sql`${table.referrer} is not null`),
    // A person's own, the newest first.
    index("trades_trader_time").on(table.trader, table.blockTime),
  ],
);

/** Token accounts of our mints as the chain last showed them. A holding is the sum over an owner's accounts. */
export const tokenAccounts = pgTable(
  "token_accounts",
  {
    account: addressColumn("account").primaryKey(),
    /** The Tribe's (old) mint, also for accounts of the new one. */
    mint: addressColumn("mint").notNull(),
    owner: addressColumn("owner").notNull(),
    /** Old tokens; in an account of the new mint what these are worth at the conversion rate, rounded down. */
    amount: tokenUnitsColumn("amount").notNull(),
    /** What an account of the new mint holds exactly; null for the old mint's. */
    newAmount: newTokenUnitsColumn("new_amount"),
    /** See `holdings.ts`: which of two observations is the newer one. */
    version: countColumn("version").notNull(),
  },
  (table) => [index("token_accounts_mint_owner").on(table.mint, table.owner)],
);

/** What each wallet holds of a Tribe, as its {@link tokenAccounts} add up; who holds nothing has no row. */
export const holdings = pgTable(
  "holdings",
  {
    /** The Tribe's (old) mint. */
    mint: addressColumn("mint").notNull(),
    owner: addressColumn("owner").notNull(),
    /** Old tokens. */
    amount: tokenUnitsColumn("amount").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.owner] }),
    index("holdings_ranked").on(table.mint, table.amount.desc().nullsFirst(), table.owner),
    index("holdings_owner").on(table.owner),
  ],
);

/** What inviters earned by the trades in the index. */
export const referrers = pgTable("referrers", {
  address: addressColumn("address").primaryKey(),
  earned: lamportsColumn("earned").notNull(),
  /** How many trades it came from. */
  trades: integer("trades").notNull(),
});
