import { type AnswerOf, lamports, type QueryOf, routes, type TokenSummary } from "@tribe/contract";
import type { AppContext } from "../../../context.ts";
import { query } from "../../../http/implement.ts";
import { cardsOf } from "../listing/cards.ts";
import { dayLinesOf, knownDayLines } from "../listing/day-lines.ts";
import { encodeListing } from "../listing/encode-listing.ts";
import { liveRows } from "../listing/live-rows.ts";
import { pageOf, readCursor, writeCursor } from "../listing/ranking/ranking.ts";
import { rankingBy, rankingsOf } from "../listing/ranking/rankings.ts";

/**
 * One page of the home listing: tokens by volume, without that of creators' own and self-referred trades, or by another
 * figure; best matches of a search first. The order, the creators' faces, what a seat costs and the market caps are at most some seconds old, the
 * lines of the day some minutes; all else is of now.
 */
export const listTokens = async (
  ctx: AppContext,
  { tab, window, search = "", sort = "volume", order, cursor, limit }: QueryOf<typeof routes.market.list>,
): Promise<AnswerOf<typeof routes.market.list>> => {
  const rankings = rankingsOf(ctx);
  const versions = rankingBy(rankings, sort, window);
  const place = cursor ? readCursor(cursor) : null;
  const ranking = (place && versions.kept(tab, place.rankingId)) ?? (await versions.newest(tab));
  const page = pageOf(ranking, search, place, limit, order);
  const volumes = sort === "volume" ? null : await rankings.windows[window].volumes();
  const listed = page.tokens.map(({ mint, key }) => ({
    mint,
    volume: lamports(volumes === null ? key : (volumes.get(mint) ?? 0n)),
  }));
  return {
    // Everybody sees a list's beginning, so that its lines are mostly known; further down they would cost a page its pace.
    tokens: await present(ctx, listed, place === null && search === ""),
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
    liveRows(ctx.db)(mints),
    cardsOf(ctx, mints),
    isBeginning ? dayLinesOf(ctx, mints) : knownDayLines(ctx, mints),
  ]);
  const byMint = new Map(rows.map((row) => [row.mint, row]));
  return ranked.flatMap(({ mint, volume }) => {
    const row = byMint.get(mint);
    const card = cards.get(mint);
    // Gone since it was ranked: the index is being built anew.
    if (!row || !card) return [];
    // Field by field: to spread both costs ten times as much.
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
    };
  });
};
