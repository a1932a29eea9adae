import { type AnswerOf, type QueryOf, routes, type TokenSummary } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { implement } from "../../http/implement.ts";
import { faceAt } from "./face.ts";
import { listingRows } from "./listing-rows.ts";
import { pageOf, type RankedToken, readCursor, writeCursor } from "./ranking/ranking.ts";
import { rankingsOf } from "./ranking/rankings.ts";

/**
 * One page of the home listing: tokens ranked without the volume of creators' own and self-referred trades, best matches
 * of a search first. The order is at most some seconds old, everything else is of now.
 * @throws ApiError `invalid_field` for a cursor that this list never gave.
 */
export const listTokens = async (
  ctx: AppContext,
  { tab, window, search = "", cursor, limit }: QueryOf<typeof routes.token.list>,
): Promise<AnswerOf<typeof routes.token.list>> => {
  const rankings = rankingsOf(ctx)[window];
  const place = cursor ? readCursor(cursor) : null;
  const ranking = (place && rankings.kept(tab, place.rankingId)) ?? (await rankings.newest(tab));
  const page = pageOf(ranking, search, place, limit);
  return {
    tokens: await present(ctx, page.tokens),
    total: page.total,
    nextCursor: page.next && writeCursor(page.next),
  };
};

/** Ranked tokens, page by page. */
export const list = implement(routes.token.list, ({ ctx, query }) => listTokens(ctx, query));

const present = async (ctx: AppContext, ranked: readonly RankedToken[]): Promise<TokenSummary[]> => {
  if (ranked.length === 0) return [];
  const mints = ranked.map(({ mint }) => mint);
  const rows = await listingRows(ctx.db, mints, ctx.now());
  const creators = await ctx.ports.people.byAddresses(ctx.db, [
    ...new Set(rows.map(({ creatorAddress }) => creatorAddress)),
  ]);
  const byMint = new Map(rows.map((row) => [row.mint, row]));
  return ranked.flatMap(({ mint, volume }) => {
    const row = byMint.get(mint);
    // Gone since it was ranked: the index is being built anew.
    if (!row) return [];
    const creator = faceAt(row.creatorAddress, creators.get(row.creatorAddress));
    return {
      mint,
      tokenId: row.tokenId,
      name: row.name,
      symbol: row.symbol,
      pfp: creator.pfp,
      creatorName: creator.displayName,
      price: row.price,
      priceDayAgo: row.priceDayAgo,
      volume,
      memberCount: row.memberCount,
      groupSize: row.groupSize,
      holderCount: row.holderCount,
      newMint: row.newMint,
      createdAt: row.createdAt.getTime(),
    };
  });
};
