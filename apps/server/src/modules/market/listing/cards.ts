import type { Lamports, Mint, TokenId, Uid } from "@tribe/contract";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../../context/context.ts";
import { nameAndPictureAt, peopleByAddresses, tribeName, tribePicture } from "../../identity/index.ts";
import { marketCapOf, seatPriceOf } from "../rules/seat-price.ts";
import { cardRows } from "../store/cards.ts";
import { pricesDayAgo } from "../store/prices-day-ago.ts";
import { lastKnownFees } from "./last-fees.ts";

/** The fields of a row on Home that never change or may be some seconds old. */
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
  /** Whether somebody wrote in its chat within the last hour. */
  readonly isTalking: boolean;
}

type Cards = QuickLRU<Mint, TribeCard>;

const maxAgeMs = 10_000;
/** A chat in which nobody wrote for this time is silent. */
const talkMs = 3_600_000;
/** About 10 MB. */
const maxCached = 20_000;

const cached = new WeakMap<AppContext, Cards>();

const openCards = (ctx: AppContext): Cards => {
  const cards: Cards = new QuickLRU({ maxSize: maxCached, maxAge: maxAgeMs });
  cached.set(ctx, cards);
  ctx.bus.subscribe("user.faceChanged", ({ payload }) => {
    for (const [mint, { creatorUid }] of [...cards]) if (creatorUid === payload.uid) cards.delete(mint);
  });
  return cards;
};

/** The cards of these tokens, at most 10 s old, because a page of them needs fifty lookups of trades a day ago. */
export const cardsOf = async (ctx: AppContext, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, TribeCard>> => {
  const cachedCards = cached.get(ctx) ?? openCards(ctx);
  const cards = new Map<Mint, TribeCard>();
  const missing: Mint[] = [];
  for (const mint of mints) {
    const card = cachedCards.get(mint);
    if (card) cards.set(mint, card);
    else missing.push(mint);
  }
  for (const [mint, card] of missing.length > 0 ? await readCards(ctx, missing) : []) {
    cachedCards.set(mint, card);
    cards.set(mint, card);
  }
  return cards;
};

const readCards = async (ctx: AppContext, mints: readonly Mint[]): Promise<[Mint, TribeCard][]> => {
  const { db, now } = ctx;
  const rows = await cardRows(db, mints);
  const [creators, dayAgo, fees] = await Promise.all([
    peopleByAddresses(db, [...new Set(rows.map(({ creatorAddress }) => creatorAddress))]),
    pricesDayAgo(db, rows, now()),
    lastKnownFees(ctx),
  ]);
  return rows.map((row) => {
    const creator = creators.get(row.creatorAddress);
    const card: TribeCard = {
      tokenId: row.tokenId,
      name: tribeName(row.name, creator),
      symbol: row.symbol,
      createdAt: row.createdAt.getTime(),
      creatorUid: creator?.uid ?? null,
      creatorName: nameAndPictureAt(row.creatorAddress, creator).displayName,
      pfp: tribePicture(row.pinned, creator),
      priceDayAgo: dayAgo.get(row.mint) ?? null,
      marketCap: marketCapOf(row),
      seatPrice: fees && seatPriceOf(row, fees),
      isTalking: row.talkedAt !== null && now() - row.talkedAt.getTime() < talkMs,
    };
    return [row.mint, card];
  });
};
