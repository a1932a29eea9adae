import { randomUUID } from "node:crypto";
import type { Mint } from "@tribe/contract";
import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens, trades } from "../schema.ts";
import { fold, type ListedToken, type Ranking } from "./ranking.ts";

export type RankingTab = "leaderboard" | "migrated";
/** Both tabs at one moment. */
export type Rankings = Readonly<Record<RankingTab, Ranking>>;
/** Every token that was ever ranked, so that rankings share one copy of each. */
export type Directory = Map<Mint, ListedToken>;

const separator = " ";

/**
 * Ranks all tokens by their ranked trades after `since` (null: ever): the plain sum over the stored trades, at the
 * moment of the query. The order comes as two texts, because ten thousand rows cost the server's thread far more.
 */
export const loadRankings = async (db: Executor, directory: Directory, since: Date | null): Promise<Rankings> => {
  const recent = db
    .select({ mint: trades.mint, volume: sql<string>`sum(${trades.value})`.as("recent_volume") })
    .from(trades)
    .where(and(eq(trades.isRanked, true), since ? gt(trades.blockTime, since) : undefined))
    .groupBy(trades.mint)
    .as("recent");
  const volume: SQL<string> = since ? sql`coalesce(${recent.volume}, 0)` : sql`${tokens.rankedVolume}`;
  const base = db
    .select({
      mint: tokens.mint,
      isMigrated: sql<boolean>`${tokens.newMint} is not null`.as("is_migrated"),
      volume: volume.as("volume"),
    })
    .from(tokens)
    .$dynamic();
  const ranked = (since ? base.leftJoin(recent, eq(recent.mint, tokens.mint)) : base).as("ranked");
  const order = sql`order by ${ranked.volume} desc, ${ranked.mint} collate "C" desc`;
  const rows = await db
    .select({
      isMigrated: ranked.isMigrated,
      mints: sql<string>`string_agg(${ranked.mint}, ${separator} ${order})`,
      volumes: sql<string>`string_agg(${ranked.volume}::text, ${separator} ${order})`,
    })
    .from(ranked)
    .groupBy(ranked.isMigrated);
  const parts = rows.map(({ isMigrated, mints, volumes }) => ({
    isMigrated,
    // Stored as the chain gave them.
    mints: mints.split(separator) as Mint[],
    volumes: BigUint64Array.from(volumes.split(separator), BigInt),
  }));
  await learn(
    db,
    directory,
    parts.flatMap(({ mints }) => mints.filter((mint) => !directory.has(mint))),
  );
  const rankingOf = (isMigrated: boolean): Ranking => {
    const part = parts.find((each) => each.isMigrated === isMigrated);
    return {
      id: randomUUID(),
      tokens: part ? part.mints.map((mint) => directory.get(mint) ?? { mint, name: "", symbol: "" }) : [],
      volumes: part ? part.volumes : new BigUint64Array(),
    };
  };
  return { leaderboard: rankingOf(false), migrated: rankingOf(true) };
};

/** Parameters of one query. */
const batch = 5_000;

const learn = async (db: Executor, directory: Directory, unknown: readonly Mint[]): Promise<void> => {
  for (let start = 0; start < unknown.length; start += batch) {
    const rows = await db
      .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
      .from(tokens)
      .where(inArray(tokens.mint, unknown.slice(start, start + batch)));
    for (const { mint, name, symbol } of rows) directory.set(mint, { mint, name: fold(name), symbol: fold(symbol) });
  }
};
