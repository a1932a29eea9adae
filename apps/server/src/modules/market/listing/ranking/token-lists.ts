import type { Mint } from "@tribe/contract";
import { count, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../../db/client.ts";
import { tokens } from "../../../indexer/schema.ts";
import { fold, type ListedToken } from "./ranking.ts";

export type RankingTab = "leaderboard" | "migrated";
/** All tokens of each tab, in no order. */
export type TokenLists = Readonly<Record<RankingTab, readonly ListedToken[]>>;

/**
 * Reads which tokens exist. The result is the same object as before unless one was created or migrated. One copy of each token is
 * kept, whatever lists it is in.
 */
export const createTokenLists = (): ((db: Executor) => Promise<TokenLists>) => {
  const directory = new Map<Mint, ListedToken>();
  let known: { readonly counts: string; readonly lists: TokenLists } | null = null;
  return async (db) => {
    const [counted] = await db.select({ all: count(), migrated: count(tokens.newMint) }).from(tokens);
    const counts = `${counted?.all} ${counted?.migrated}`;
    if (known?.counts === counts) return known.lists;
    const [read] = await db
      .select({
        leaderboard: sql<Mint[] | null>`json_agg(${tokens.mint}) filter (where ${tokens.newMint} is null)`,
        migrated: sql<Mint[] | null>`json_agg(${tokens.mint}) filter (where ${tokens.newMint} is not null)`,
      })
      .from(tokens);
    const { leaderboard, migrated } = { leaderboard: read?.leaderboard ?? [], migrated: read?.migrated ?? [] };
    await learn(
      db,
      directory,
      [...leaderboard, ...migrated].filter((mint) => !directory.has(mint)),
    );
    const listOf = (mints: readonly Mint[]) =>
      mints.map((mint) => directory.get(mint) ?? { mint, name: "", symbol: "" });
    const lists = { leaderboard: listOf(leaderboard), migrated: listOf(migrated) };
    known = { counts, lists };
    return lists;
  };
};

/** Parameters per query. */
const batch = 5_000;

const learn = async (db: Executor, directory: Map<Mint, ListedToken>, unknown: readonly Mint[]): Promise<void> => {
  for (let start = 0; start < unknown.length; start += batch) {
    const rows = await db
      .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
      .from(tokens)
      .where(inArray(tokens.mint, unknown.slice(start, start + batch)));
    for (const { mint, name, symbol } of rows) directory.set(mint, { mint, name: fold(name), symbol: fold(symbol) });
  }
};
