import type { Mint } from "@tribe/contract";
import { and, eq, gt, inArray, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "../../../../db/client.ts";
import { tokens, trades } from "../../../indexer/schema.ts";
import type { SortKeys } from "./ranking.ts";

/** Volume of tokens for the ranking, in lamports; tokens without any may be missing. */
export type Volumes = SortKeys;
/** Reads the volumes at a moment, in ms. Do not call it again before it has answered. */
export type ReadVolumes = (db: Executor, now: number) => Promise<Volumes>;

/** A trade may be indexed this much later than it was made; until then its sum is not final. */
const settlesAfterMs = 60_000;
/** How often everything is read again, so that trades that were indexed even later are included. */
const readAllEveryMs = 600_000;

/** Volumes of all time, which the index stores: after the first read only tokens that were traded since are read. */
export const createTotalVolumes = (): ReadVolumes => {
  let volumes = new Map<Mint, bigint>();
  let allReadAt: number | null = null;
  let readAt = 0;
  return async (db, now) => {
    const isAll = allReadAt === null || now - allReadAt > readAllEveryMs || now < readAt;
    const traded = db
      .select({ mint: trades.mint })
      .from(trades)
      .where(and(eq(trades.isRanked, true), gt(trades.blockTime, new Date(readAt - settlesAfterMs))));
    const [read] = await db
      .select({ volumes: asOne<[Mint, string]>(tokens.mint, sql`${tokens.rankedVolume}::text`) })
      .from(tokens)
      .where(isAll ? undefined : inArray(tokens.mint, traded));
    if (isAll) [volumes, allReadAt] = [new Map(), now];
    readAt = now;
    for (const [mint, volume] of read?.volumes ?? []) volumes.set(mint, BigInt(volume));
    return volumes;
  };
};

/** Volumes of the trades after `from` until `to`, in ms. */
interface Settled {
  readonly volumes: Map<Mint, bigint>;
  readonly from: number;
  readonly to: number;
}

/**
 * Volumes of the last `lengthMs`: after the first read only the trades that entered or left the window are read, however many it
 * has.
 */
export const createWindowVolumes = (lengthMs: number): ReadVolumes => {
  let settled: Settled | null = null;
  let allReadAt = 0;
  return async (db, now) => {
    const [from, to] = [now - lengthMs, now - settlesAfterMs];
    const isKnown = settled !== null && now - allReadAt <= readAllEveryMs && to >= settled.to;
    const before: Settled = settled !== null && isKnown ? settled : { volumes: new Map(), from, to: from };
    const changes = await readChanges(db, before, { from, to });
    const { volumes } = before;
    for (const [mint, change] of changes) add(volumes, mint, BigInt(change));
    settled = { volumes, from, to };
    if (!isKnown) allReadAt = now;
    const sums = new Map(volumes);
    for (const [mint, , recent] of changes) add(sums, mint, BigInt(recent));
    return sums;
  };
};

const add = (sums: Map<Mint, bigint>, mint: Mint, value: bigint): void => {
  const sum = (sums.get(mint) ?? 0n) + value;
  // Negative: a trade left the window that was indexed too late to have been counted.
  if (sum <= 0n) sums.delete(mint);
  else sums.set(mint, sum);
};

/** For each token the change of its final volume from one window to a later one, and the part that is not final yet. */
const readChanges = async (db: Executor, before: Settled, { from, to }: { from: number; to: number }) => {
  const isAfter = (milliseconds: number) => gt(trades.blockTime, new Date(milliseconds));
  const isUntil = (milliseconds: number) => lte(trades.blockTime, new Date(milliseconds));
  const partOf = (change: SQL, recent: SQL, ...range: SQL[]) =>
    db
      .select({ mint: trades.mint, change: change.as("change"), recent: recent.as("recent") })
      .from(trades)
      .where(and(eq(trades.isRanked, true), ...range));
  const { value } = trades;
  const nothing = sql`0::numeric`;
  // Ranges of one index, each read by itself.
  const moved = unionAll(
    partOf(sql`${value}`, nothing, isAfter(before.to), isUntil(to)),
    partOf(sql`-${value}`, nothing, isAfter(before.from), isUntil(from)),
    partOf(nothing, sql`${value}`, isAfter(to)),
  ).as("moved");
  const sums = db
    .select({
      mint: moved.mint,
      change: sql`sum(${moved.change})::text`.as("change_sum"),
      recent: sql`sum(${moved.recent})::text`.as("recent_sum"),
    })
    .from(moved)
    .groupBy(moved.mint)
    .as("sums");
  const [read] = await db
    .select({ changes: asOne<[Mint, string, string]>(sums.mint, sums.change, sums.recent) })
    .from(sums);
  return read?.changes ?? [];
};

/** All rows as one value, null without any: ten thousand separate rows would cost the server's thread far more. */
const asOne = <Row extends readonly unknown[]>(...fields: SQLWrapper[]): SQL<readonly Row[] | null> =>
  sql`json_agg(json_build_array(${sql.join(fields, sql`, `)}))`;
