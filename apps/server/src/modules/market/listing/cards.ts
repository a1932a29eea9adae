import {
  type Lamports,
  type Mint,
  minEntryThresholdUnits,
  type TokenId,
  type TokenUnits,
  type Uid,
} from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../../context/context.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { creations } from "../../factory/schema.ts";
import { faceAt, peopleByAddresses, tribeName, tribePicture } from "../../identity/index.ts";
import { pools, tokens } from "../../indexer/schema.ts";
import { channels, seats } from "../../membership/schema.ts";
import { pricesDayAgo } from "../prices.ts";
import { feesKnown } from "./fees-known.ts";
import { marketCapOf, seatPriceOf } from "./seat-price.ts";

/** The parts of a row on Home that never change or may be some seconds old. */
export interface TribeCard {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly symbol: string;
  readonly createdAt: number;
  /** Null when nobody here has the creator's wallet. */
  readonly creatorUid: Uid | null;
  readonly creatorName: string;
  readonly pfp: string | null;
  /** Lamports per whole token a day ago; null for a younger Tribe. */
  readonly priceDayAgo: Lamports | null;
  readonly marketCap: Lamports;
  readonly seatPrice: Lamports | null;
}

type Cards = QuickLRU<Mint, TribeCard>;

const keptMs = 10_000;
/** About 10 MB. */
const maxKept = 20_000;

const kept = new WeakMap<AppContext, Cards>();

const openCards = (ctx: AppContext): Cards => {
  const cards: Cards = new QuickLRU({ maxSize: maxKept, maxAge: keptMs });
  kept.set(ctx, cards);
  ctx.bus.subscribe("user.faceChanged", ({ payload }) => {
    for (const [mint, { creatorUid }] of [...cards]) if (creatorUid === payload.uid) cards.delete(mint);
  });
  return cards;
};

/** The cards of these tokens, at most 10 s old, because a page of them needs fifty lookups of trades a day ago. */
export const cardsOf = async (ctx: AppContext, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, TribeCard>> => {
  const known = kept.get(ctx) ?? openCards(ctx);
  const cards = new Map<Mint, TribeCard>();
  const missing: Mint[] = [];
  for (const mint of mints) {
    const card = known.get(mint);
    if (card) cards.set(mint, card);
    else missing.push(mint);
  }
  for (const [mint, card] of missing.length > 0 ? await readCards(ctx, missing) : []) {
    known.set(mint, card);
    cards.set(mint, card);
  }
  return cards;
};

/** The smallest holding that has a seat; null while a seat is free. One index scan, as long as the group is large. */
const lastSeat = sql<TokenUnits | null>`(
  select ${seats.holding} from ${seats}
  where ${seats.mint} = ${channels.mint} and ${seats.state} <> 'banned' and ${seats.holding} >= ${sql.raw(String(minEntryThresholdUnits))}
  order by ${seats.holding} desc, ${seats.joinOrder} offset ${channels.groupSize} - 1 limit 1
)`.mapWith(seats.holding);

const rowsOn = preparedOnce((db) =>
  db
    .select({
      mint: tokens.mint,
      tokenId: tokens.tokenId,
      creatorAddress: tokens.creatorAddress,
      name: tokens.name,
      symbol: tokens.symbol,
      floor: tokens.floor,
      coefficient: tokens.coefficient,
      createdAt: tokens.createdAt,
      price: tokens.price,
      supply: tokens.supply,
      maxSupply: tokens.maxSupply,
      referralBonus: tokens.referralBonus,
      newMint: tokens.newMint,
      conversionRate: tokens.conversionRate,
      pool: pools,
      lastSeat,
      pinned: creations.pfp,
    })
    .from(tokens)
    .innerJoin(channels, eq(channels.mint, tokens.mint))
    .leftJoin(pools, eq(pools.mint, tokens.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(
      sql`${tokens.mint} = any(${sql.placeholder("mints")}) and ${channels.mint} = any(${sql.placeholder("mints")})`,
    )
    .prepare("market_cards"),
);

const readCards = async (ctx: AppContext, mints: readonly Mint[]): Promise<[Mint, TribeCard][]> => {
  const { db, now } = ctx;
  const rows = await rowsOn(db).execute({ mints });
  const [creators, dayAgo, fees] = await Promise.all([
    peopleByAddresses(db, [...new Set(rows.map(({ creatorAddress }) => creatorAddress))]),
    pricesDayAgo(db, rows, now()),
    feesKnown(ctx),
  ]);
  return rows.map((row) => {
    const creator = creators.get(row.creatorAddress);
    const card: TribeCard = {
      tokenId: row.tokenId,
      name: tribeName(row.name, creator),
      symbol: row.symbol,
      createdAt: row.createdAt.getTime(),
      creatorUid: creator?.uid ?? null,
      creatorName: faceAt(row.creatorAddress, creator).displayName,
      pfp: tribePicture(row.pinned, creator),
      priceDayAgo: dayAgo.get(row.mint) ?? null,
      marketCap: marketCapOf(row),
      seatPrice: fees && seatPriceOf(row, fees),
    };
    return [row.mint, card];
  });
};
