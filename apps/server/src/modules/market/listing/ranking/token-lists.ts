import type { Mint } from "@tribe/contract";
import type { Executor } from "../../../../db/client.ts";
import { fold, type ListedToken } from "../../rules/ranking.ts";
import { mintLists, tokenCounts, tokenNames } from "../../store/token-lists.ts";

export type RankingTab = "leaderboard" | "migrated";
/** All tokens of each tab, in no order. */
export type TokenLists = Readonly<Record<RankingTab, readonly ListedToken[]>>;

/**
 * Reads which tokens exist. The result is the same object as before unless one was created or migrated. One copy of each token is
 * kept, whatever lists it is in.
 */
export const createTokenLists = (): ((db: Executor) => Promise<TokenLists>) => {
  const directory = new Map<Mint, ListedToken>();
  let last: { readonly counts: string; readonly lists: TokenLists } | null = null;
  return async (db) => {
    const counts = await tokenCounts(db);
    if (last?.counts === counts) return last.lists;
    const { leaderboard, migrated } = await mintLists(db);
    await addNames(
      db,
      directory,
      [...leaderboard, ...migrated].filter((mint) => !directory.has(mint)),
    );
    const listOf = (mints: readonly Mint[]) =>
      mints.map((mint) => directory.get(mint) ?? { mint, name: "", symbol: "" });
    const lists = { leaderboard: listOf(leaderboard), migrated: listOf(migrated) };
    last = { counts, lists };
    return lists;
  };
};

/** Parameters per query. */
const batch = 5_000;

const addNames = async (db: Executor, directory: Map<Mint, ListedToken>, unknown: readonly Mint[]): Promise<void> => {
  for (let start = 0; start < unknown.length; start += batch)
    for (const { mint, name, symbol } of await tokenNames(db, unknown.slice(start, start + batch)))
      directory.set(mint, { mint, name: fold(name), symbol: fold(symbol) });
};
