import type { Mint } from "@tribe/contract";
import { and, eq, gt, inArray, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "../../../db/client.ts";
import { tokens, trades } from "../../indexer/schema.ts";

/**
 * The volumes of all time, which the index stores, as decimal strings.
 * @param tradedAfter in ms: only those of tokens with a ranked trade since; null for all
 */
export const totalVolumes = async (
  db: Executor,
  tradedAfter: number | null,
): Promise<readonly (readonly [mint: Mint, volume: string])[]> => {
  const [read] = await db
    .select({ volumes: asOne<[Mint, string]>(tokens.mint, sql`${tokens.rankedVolume}::text`) })
    .from(tokens)
    .where(tradedAfter === null ? undefined : inArray(tokens.mint, tradedSince(db, tradedAfter)));
  return read?.volumes ?? [];
};

const tradedSince = (db: Executor, after: number) =>
  db
    .select({ mint: trades.mint })
    .from(trades)
    .where(and(eq(trades.isRanked, true), gt(trades.blockTime, new Date(after))));

/** The trades after `from` until `to`, in ms. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * For each token with ranked trades in between, as decimal strings: the change of its volume from one window to a later one, and
 * its volume after the later one's end.
 */
export const volumeChanges = async (
  db: Executor,
  before: TimeRange,
  { from, to }: TimeRange,
): Promise<readonly (readonly [mint: Mint, change: string, later: string])[]> => {
  const isAfter = (milliseconds: number) => gt(trades.blockTime, new Date(milliseconds));
  const isUntil = (milliseconds: number) => lte(trades.blockTime, new Date(milliseconds));
  const tradesIn = (change: SQL, later: SQL, ...range: SQL[]) =>
    db
      .select({ mint: trades.mint, change: change.as("change"), later: later.as("later") })
      .from(trades)
      .where(and(eq(trades.isRanked, true), ...range));
  const { value } = trades;
  const nothing = sql`0::numeric`;
  // Ranges of one index, each read by itself.
  const moved = unionAll(
    tradesIn(sql`${value}`, nothing, isAfter(before.to), isUntil(to)),
    tradesIn(sql`-${value}`, nothing, isAfter(before.from), isUntil(from)),
    tradesIn(nothing, sql`${value}`, isAfter(to)),
  ).as("moved");
  const sums = db
    .select({
      mint: moved.mint,
      change: sql`sum(${moved.change})::text`.as("change_sum"),
      later: sql`sum(${moved.later})::text`.as("later_sum"),
    })
    .from(moved)
    .groupBy(moved.mint)
    .as("sums");
  const [read] = await db
    .select({ changes: asOne<[Mint, string, string]>(sums.mint, sums.change, sums.later) })
    .from(sums);
  return read?.changes ?? [];
};

/** All rows as one value, null without any: ten thousand separate rows would cost the server's thread far more. */
const asOne = <Row extends readonly unknown[]>(...fields: SQLWrapper[]): SQL<readonly Row[] | null> =>
  sql`json_agg(json_build_array(${sql.join(fields, sql`, `)}))`;
