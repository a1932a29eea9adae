import type { Mint } from "@tribe/contract";
import { unitPrice } from "@tribe/domain";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { channels, tokens, trades } from "./schema.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** A named statement: PostgreSQL plans it once for each connection, not for each page that somebody scrolls to. */
const prepareOn = (db: Executor) => {
  // One index probe per token, however many trades it has.
  const last = db
    .select({ price: trades.priceAfter })
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), lte(trades.blockTime, sql.placeholder("dayAgo"))))
    .orderBy(desc(trades.blockTime), desc(trades.seq))
    .limit(1)
    .as("last");
  return db
    .select({
      mint: tokens.mint,
      tokenId: tokens.tokenId,
      creatorAddress: tokens.creatorAddress,
      name: tokens.name,
      symbol: tokens.symbol,
      floor: tokens.floor,
      coefficient: tokens.coefficient,
      price: tokens.price,
      lastPrice: last.price,
      memberCount: channels.memberCount,
      groupSize: channels.groupSize,
      holderCount: tokens.holderCount,
      newMint: tokens.newMint,
      createdAt: tokens.createdAt,
    })
    .from(tokens)
    .innerJoin(channels, eq(channels.mint, tokens.mint))
    .leftJoinLateral(last, sql`true`)
    .where(sql`${tokens.mint} = any(${sql.placeholder("mints")})`)
    .prepare("market_listing_rows");
};

const prepared = new WeakMap<Executor, ReturnType<typeof prepareOn>>();

/** What the home listing shows of these tokens, in no order; `priceDayAgo` is null for younger ones. `now` in milliseconds. */
export const listingRows = async (db: Executor, mints: readonly Mint[], now: number) => {
  const statement = prepared.get(db) ?? prepareOn(db);
  prepared.set(db, statement);
  const dayAgo = new Date(now - dayMs);
  const rows = await statement.execute({ mints, dayAgo: dayAgo.toISOString() });
  // Field by field, here and where a page is put together: to copy what is left of a row costs ten times as much.
  return rows.map((row) => ({
    mint: row.mint,
    tokenId: row.tokenId,
    creatorAddress: row.creatorAddress,
    name: row.name,
    symbol: row.symbol,
    price: row.price,
    priceDayAgo: row.createdAt <= dayAgo ? (row.lastPrice ?? unitPrice(row.floor, row.coefficient)) : null,
    memberCount: row.memberCount,
    groupSize: row.groupSize,
    holderCount: row.holderCount,
    newMint: row.newMint,
    createdAt: row.createdAt,
  }));
};
