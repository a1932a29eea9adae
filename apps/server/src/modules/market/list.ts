import { ApiError, type Lamports, lamports, type Mint, routes } from "@tribe/contract";
import { and, desc, eq, gt, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { implement } from "../../http/implement.ts";
import { faceAt } from "./face.ts";
import { priceNow, pricesDayAgo } from "./prices.ts";
import { channels, tokens, trades } from "./schema.ts";

const hourMs = 60 * 60 * 1_000;
const windowMs = { "4h": 4 * hourMs, "1d": 24 * hourMs } as const;

const cursorSchema = z.tuple([z.string().check(z.regex(/^[0-9]{1,40}$/)), z.string().check(z.maxLength(44))]);

/** A page ends at a volume and a mint; the next begins below. */
const writeCursor = (volume: Lamports, mint: Mint): string =>
  Buffer.from(JSON.stringify([volume.toString(), mint])).toString("base64url");

const readCursor = (cursor: string): readonly [string, string] => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new ApiError("invalid_field", { field: "query.cursor", message: "must be a cursor of this list", cause });
  }
};

/** Ranked tokens, page by page, without the volume of creators' own and self-referred trades. */
export const list = implement(routes.token.list, async ({ ctx, tx, query }) => {
  const recent =
    query.window === "all"
      ? null
      : tx
          .select({ mint: trades.mint, volume: sql<string>`sum(${trades.value})`.as("recent_volume") })
          .from(trades)
          .where(and(eq(trades.isRanked, true), gt(trades.blockTime, new Date(ctx.now() - windowMs[query.window]))))
          .groupBy(trades.mint)
          .as("recent");
  const volume: SQL<string> = recent ? sql`coalesce(${recent.volume}, 0)` : sql`${tokens.rankedVolume}`;
  const conditions: (SQL | undefined)[] = [
    query.tab === "migrated" ? isNotNull(tokens.newMint) : isNull(tokens.newMint),
  ];
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(or(ilike(tokens.name, pattern), ilike(tokens.symbol, pattern)));
  }
  if (query.cursor) {
    const [below, mint] = readCursor(query.cursor);
    conditions.push(sql`(${volume}, ${tokens.mint}) < (${below}::numeric, ${mint})`);
  }
  const base = tx
    .select({ token: tokens, channel: channels, volume: volume.as("ranking") })
    .from(tokens)
    .innerJoin(channels, eq(channels.mint, tokens.mint))
    .$dynamic();
  const rows = await (recent ? base.leftJoin(recent, eq(recent.mint, tokens.mint)) : base)
    .where(and(...conditions))
    .orderBy(desc(volume), desc(tokens.mint))
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit).map((row) => ({ ...row, volume: lamports(BigInt(row.volume)) }));
  const [creators, dayAgo] = await Promise.all([
    ctx.ports.people.byAddresses(
      tx,
      page.map(({ token }) => token.creatorAddress),
    ),
    pricesDayAgo(
      tx,
      page.map(({ token }) => token),
      ctx.now(),
    ),
  ]);
  const last = page.at(-1);
  return {
    tokens: page.map(({ token, channel, volume: ranked }) => {
      const creator = faceAt(token.creatorAddress, creators.get(token.creatorAddress));
      return {
        mint: token.mint,
        tokenId: token.tokenId,
        name: token.name,
        symbol: token.symbol,
        pfp: creator.pfp,
        creatorName: creator.displayName,
        price: priceNow(token),
        priceDayAgo: dayAgo.get(token.mint) ?? null,
        volume: ranked,
        memberCount: channel.memberCount,
        holderCount: token.holderCount,
        groupSize: channel.groupSize,
        newMint: token.newMint,
        createdAt: token.createdAt.getTime(),
      };
    }),
    nextCursor: last && rows.length > query.limit ? writeCursor(last.volume, last.token.mint) : null,
  };
});
