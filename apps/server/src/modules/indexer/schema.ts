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
import { isCollect } from "./store/collects.ts";

/** How far the indexer has read a program's history; one row for each program. */
export const indexerCursors = pgTable("indexer_cursors", {
  address: addressColumn("address").primaryKey(),
  /** The newest signature up to which all events are stored. */
  signature: text("signature").notNull(),
  slot: countColumn("slot").notNull(),
});

/** Every event that was ingested. The primary key makes the intake exactly-once. */
export const chainEvents = pgTable(
  "chain_events",
  {
    signature: text("signature").notNull(),
    /** The event's index in its transaction. */
    eventIndex: smallint("event_index").notNull(),
    kind: text("kind").notNull(),
    /** Null for events of the factory. */
    mint: addressColumn("mint"),
    /** The emitting account's own count; a pool's come after its curve's (`indexer/rules/token-seq.ts`). */
    seq: bigintColumn("seq").notNull(),
    slot: countColumn("slot").notNull(),
    blockTime: timeColumn("block_time").notNull(),
    /** The decoded event, integers as decimal strings; null for a trade, which `trades` has in full. */
    data: jsonb("data").$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.signature, table.eventIndex] }),
    uniqueIndex("chain_events_mint_seq").on(table.mint, table.seq),
    // Payouts are rare among a token's events.
    index("chain_events_collects").on(table.mint).where(isCollect(table.kind)),
  ],
);

/** The state of a token, derived from its events. */
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
    /** The `seq` of the next event; a higher one means a gap. */
    nextSeq: bigintColumn("next_seq").notNull(),
    /** Value of all trades before fees. */
    volume: lamportsColumn("volume").notNull().default(sql`0`),
    /** Without the creator's own and self-referred trades; the leaderboard ranks by it. */
    rankedVolume: lamportsColumn("ranked_volume").notNull().default(sql`0`),
    /** The creator's fees of all trades, and of how many: what the Chief has earned in total. */
    creatorEarned: lamportsColumn("creator_earned").notNull().default(sql`0`),
    creatorTrades: integer("creator_trades").notNull().default(0),
    holderCount: integer("holder_count").notNull().default(0),
    newMint: addressColumn("new_mint"),
    liquidityAddress: addressColumn("liquidity_address"),
    /** New base units per old one, after the migration. */
    conversionRate: bigintColumn("conversion_rate"),
    /** Token accounts in which the programs keep new tokens: they are nobody's holdings. */
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

/** The state of a migrated token's pool, derived from its events. */
export const pools = pgTable("pools", {
  /** The Tribe's (old) mint. */
  mint: addressColumn("mint").primaryKey(),
  lamports: lamportsColumn("lamports").notNull(),
  tokens: newTokenUnitsColumn("tokens").notNull(),
  liquidityBps: integer("liquidity_bps").notNull(),
  creatorBps: integer("creator_bps").notNull(),
  platformBps: integer("platform_bps").notNull(),
  /** The `seq` of the pool's next event. */
  nextSeq: bigintColumn("next_seq").notNull(),
});

/** A buy or sell on the curve or in the pool, or the creator's first buy. */
export const trades = pgTable(
  "trades",
  {
    mint: addressColumn("mint").notNull(),
    /** As in `chain_events`: orders a token's trades, the pool's after the curve's. */
    seq: bigintColumn("seq").notNull(),
    signature: text("signature").notNull(),
    kind: text("kind", { enum: tradeKinds }).notNull(),
    venue: text("venue", { enum: tradeVenues }).notNull(),
    trader: addressColumn("trader").notNull(),
    /** Old tokens; for a swap at the conversion rate, rounded down. */
    amount: tokenUnitsColumn("amount").notNull(),
    /** The exact number of new tokens of a swap. */
    newTokens: newTokenUnitsColumn("new_tokens"),
    /** Lamports that the curve or pool took or gave, before fees. */
    value: lamportsColumn("value").notNull(),
    unitPrice: lamportsColumn("unit_price").notNull(),
    /** Price of one whole (old) token after it. */
    priceAfter: lamportsColumn("price_after").notNull(),
    supplyAfter: tokenUnitsColumn("supply_after").notNull(),
    platformFee: lamportsColumn("platform_fee").notNull(),
    creatorFee: lamportsColumn("creator_fee").notNull(),
    referralFee: lamportsColumn("referral_fee").notNull(),
    /** What stays in the pool, including the swap's rounding; 0 on the curve. */
    liquidityFee: lamportsColumn("liquidity_fee").notNull().default(sql`0`),
    referrer: addressColumn("referrer"),
    /** Whether it counts for the leaderboard: neither the creator's own nor self-referred. */
    isRanked: boolean("is_ranked").notNull(),
    blockTime: timeColumn("block_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.seq] }),
    // Contains all columns of the leaderboard's sums, so that they are read from the index alone.
    index("trades_ranked_time").on(table.blockTime, table.mint, table.value).where(sql`${table.isRanked}`),
    index("trades_mint_time").on(table.mint, table.blockTime),
    // A referrer's payments, the newest first.
    index("trades_referrer_time").on(table.referrer, table.blockTime).where(sql`${table.referrer} is not null`),
    // A person's own trades, the newest first.
    index("trades_trader_time").on(table.trader, table.blockTime),
  ],
);

/** Token accounts of our mints with their last known balance. A holding is the sum over an owner's accounts. */
export const tokenAccounts = pgTable(
  "token_accounts",
  {
    account: addressColumn("account").primaryKey(),
    /** The Tribe's (old) mint, even for accounts of the new one. */
    mint: addressColumn("mint").notNull(),
    owner: addressColumn("owner").notNull(),
    /** Old tokens; for an account of the new mint their value at the conversion rate, rounded down. */
    amount: tokenUnitsColumn("amount").notNull(),
    /** The exact amount in an account of the new mint; null for the old mint's. */
    newAmount: newTokenUnitsColumn("new_amount"),
    /** Tells which of two observations is newer, see `holdings.ts`. */
    version: countColumn("version").notNull(),
  },
  (table) => [index("token_accounts_mint_owner").on(table.mint, table.owner)],
);

/**
 * How one transaction changed a token account of our mints: with the trades it tells what somebody paid for what they hold. Only from
 * transactions, so that the same chain always gives the same rows, whoever made them.
 */
export const tokenMoves = pgTable(
  "token_moves",
  {
    account: addressColumn("account").notNull(),
    signature: text("signature").notNull(),
    /** The Tribe's (old) mint, even for accounts of the new one. */
    mint: addressColumn("mint").notNull(),
    owner: addressColumn("owner").notNull(),
    /** Whether the amounts are of the new mint. */
    isNew: boolean("is_new").notNull(),
    slot: countColumn("slot").notNull(),
    blockTime: timeColumn("block_time").notNull(),
    /** Base units of the account's own mint, before and after. */
    unitsBefore: bigintColumn("units_before").notNull(),
    unitsAfter: bigintColumn("units_after").notNull(),
    /** What the owner paid the network for the whole transaction; 0 when somebody else paid. */
    networkFee: lamportsColumn("network_fee").notNull(),
    /** Lamports that the owner put into the account as its deposit, or below 0 that came back when it was closed. */
    deposit: bigintColumn("deposit").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.signature] }),
    index("token_moves_owner_mint").on(table.owner, table.mint),
    // The other side of a move.
    index("token_moves_signature").on(table.signature),
  ],
);

/** What each wallet holds of a Tribe: the sum of its {@link tokenAccounts}. Owners of nothing have no row. */
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
  /** The number of trades it came from. */
  trades: integer("trades").notNull(),
});
