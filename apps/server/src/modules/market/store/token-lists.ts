import type { Mint } from "@tribe/contract";
import { count, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";

/** How many tokens there are, and how many of them are migrated, as one text: it changes whenever a list does. */
export const tokenCounts = async (db: Executor): Promise<string> => {
  const [counted] = await db.select({ all: count(), migrated: count(tokens.newMint) }).from(tokens);
  return `${counted?.all} ${counted?.migrated}`;
};

/** All mints, those of migrated tokens apart, in no order. */
export const mintLists = async (
  db: Executor,
): Promise<{ readonly leaderboard: readonly Mint[]; readonly migrated: readonly Mint[] }> => {
  const [read] = await db
    .select({
      leaderboard: sql<Mint[] | null>`json_agg(${tokens.mint}) filter (where ${tokens.newMint} is null)`,
      migrated: sql<Mint[] | null>`json_agg(${tokens.mint}) filter (where ${tokens.newMint} is not null)`,
    })
    .from(tokens);
  return { leaderboard: read?.leaderboard ?? [], migrated: read?.migrated ?? [] };
};

/** The names of some thousand tokens. */
export const tokenNames = (db: Executor, mints: readonly Mint[]) =>
  db
    .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
    .from(tokens)
    .where(inArray(tokens.mint, [...mints]));
