import { ApiError, type Mint } from "@tribe/contract";
import { formatAmount, pricesOf } from "@tribe/domain/money";
import type { AppContext } from "../../context/context.ts";
import { findToken } from "../indexer/index.ts";
import { cardsOf, dayLinesOf } from "../market/index.ts";
import { findChannel } from "../membership/index.ts";
import { pictureBytes } from "../social/index.ts";
import { toDataUrl } from "./card/picture.ts";
import type { TribeFacts } from "./card/tribe-card.ts";

/** The present content of a Tribe's card. @throws ApiError `not_found` */
export const tribeFacts = async (ctx: AppContext, mint: Mint): Promise<TribeFacts> => {
  const [token, channel, cards, lines] = await Promise.all([
    findToken(ctx.db, mint),
    findChannel(ctx.db, mint),
    cardsOf(ctx, [mint]),
    dayLinesOf(ctx, [mint]),
  ]);
  const card = cards.get(mint);
  if (!token || !channel || !card) throw new ApiError("not_found");
  const { shown, per } = pricesOf(token);
  return {
    members: channel.memberCount,
    seats: channel.groupSize,
    name: card.name,
    symbol: token.symbol,
    chief: card.creatorName,
    picture: await pictureUrl(ctx, card.pfp, 176),
    price: `${formatAmount(shown(token.price))} SOL`,
    per,
    change: changeOf(token.price, card.priceDayAgo),
    line: lines.get(mint) ?? [],
    seatPrice: card.seatPrice === null ? null : `${formatAmount(card.seatPrice)} SOL`,
  };
};

/** In percent; a float is exact enough for a tenth of one. */
const changeOf = (price: bigint, before: bigint | null): number | null =>
  before === null || before === 0n ? null : (Number(price - before) * 100) / Number(before);

/** A person's or Tribe's picture for a card; null when there is none or it can't be fetched: the card is drawn without it. */
export const pictureUrl = async (ctx: AppContext, path: string | null, side: number): Promise<string | null> => {
  if (path === null) return null;
  try {
    return await toDataUrl(await pictureBytes(ctx, path), side, side);
  } catch {
    return null;
  }
};
