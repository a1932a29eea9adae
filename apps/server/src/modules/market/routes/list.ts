import { type AnswerOf, lamports, type QueryOf, routes, type TokenSummary } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { query } from "../../../http/implement.ts";
import { cardsOf } from "../listing/cards.ts";
import { cachedDayLines, dayLinesOf } from "../listing/day-lines.ts";
import { encodeListing } from "../listing/encode-listing.ts";
import { rankingBy, rankingsOf } from "../listing/ranking/rankings.ts";
import { pageOf, readCursor, writeCursor } from "../rules/ranking.ts";
import { liveRows } from "../store/live-rows.ts";

/**
 * One page of Home's list: tokens by volume, without creators' own and self-referred trades, or by another figure; in a search
 * the best matches first. The order, the creators' names and pictures, the price of a seat, the market caps and whether people talk are some seconds
 * old at most, the lines of the day some minutes; everything else is current.
 */
export const listTokens = async (
  ctx: AppContext,
  { tab, window, search = "", sort = "volume", order, cursor, limit }: QueryOf<typeof routes.market.list>,
): Promise<AnswerOf<typeof routes.market.list>> => {
  const rankings = rankingsOf(ctx);
  const versions = rankingBy(rankings, sort, window);
  const after = cursor ? readCursor(cursor) : null;
  const ranking = (after && versions.find(tab, after.rankingId)) ?? (await versions.newest(tab));
  const page = pageOf(ranking, search, after, limit, order);
  const volumes = sort === "volume" ? null : await rankings.windows[window].volumes();
  const listed = page.tokens.map(({ mint, key }) => ({
    mint,
    volume: lamports(volumes === null ? key : (volumes.get(mint) ?? 0n)),
  }));
  return {
    // Only for the beginning of the list, which everybody sees, so that its lines are mostly cached; further down they would slow
    // the page.
    tokens: await present(ctx, listed, after === null && search === ""),
    total: page.total,
    nextCursor: page.next && writeCursor(page.next),
  };
};

/** Ranked tokens, page by page. */
export const list = query(routes.market.list, ({ ctx, query }) => listTokens(ctx, query), encodeListing);

const present = async (
  ctx: AppContext,
  ranked: readonly Pick<TokenSummary, "mint" | "volume">[],
  isBeginning: boolean,
): Promise<TokenSummary[]> => {
  if (ranked.length === 0) return [];
  const mints = ranked.map(({ mint }) => mint);
  const [rows, cards, dayLines] = await Promise.all([
    liveRows(ctx.db, mints),
    cardsOf(ctx, mints),
    isBeginning ? dayLinesOf(ctx, mints) : cachedDayLines(ctx, mints),
  ]);
  const byMint = new Map(rows.map((row) => [row.mint, row]));
  return ranked.flatMap(({ mint, volume }) => {
    const row = byMint.get(mint);
    const card = cards.get(mint);
    // It no longer exists: the index is being rebuilt.
    if (!row || !card) return [];
    // Field by field, because spreading both objects takes ten times as long.
    return {
      mint,
      tokenId: card.tokenId,
      name: card.name,
      symbol: card.symbol,
      pfp: card.pfp,
      creatorName: card.creatorName,
      price: row.price,
      priceDayAgo: card.priceDayAgo,
      volume,
      memberCount: row.memberCount,
      groupSize: row.groupSize,
      holderCount: row.holderCount,
      newMint: row.newMint,
      conversionRate: row.conversionRate ?? undefined,
      createdAt: card.createdAt,
      marketCap: card.marketCap,
      seatPrice: card.seatPrice,
      dayLine: dayLines.get(mint) ?? null,
      isTalking: card.isTalking,
    };
  });
};
