import type { Mint, TradeVenue } from "@tribe/contract";
import { max, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { collects, isCollect } from "../indexer/index.ts";
import { chainEvents, type trades } from "../indexer/schema.ts";

type Trade = typeof trades.$inferSelect;

/** What a venue of a token has paid its Chief. */
interface Payout {
  /** Where the last payout stood: it paid for everything before it. */
  readonly place: bigint;
  /** Lamports, ever. */
  readonly paid: bigint;
}

/** Payouts by venue and token; a venue that never paid is absent. */
export type Payouts = ReadonlyMap<string, Payout>;

const keyOf = (venue: TradeVenue, mint: Mint): string => `${venue} ${mint}`;

const { mint, kind, seq, data } = chainEvents;
const payoutsOn = preparedOnce((db) =>
  db
    .select({ mint, kind, place: max(seq), paid: sql<string>`sum((${data} ->> 'creatorAmount')::numeric)` })
    .from(chainEvents)
    .where(sql`${mint} = any(${sql.placeholder("mints")}) and ${isCollect(kind)}`)
    .groupBy(mint, kind)
    .prepare("market_payouts"),
);

/** All payouts of these tokens: they are few, and have an index of their own. */
export const payoutsOf = async (db: Executor, mints: readonly Mint[]): Promise<Payouts> => {
  if (mints.length === 0) return new Map();
  const rows = await payoutsOn(db).execute({ mints });
  return new Map(
    rows.flatMap((row) =>
      row.mint === null
        ? []
        : [
            [
              keyOf(row.kind === collects.pool ? "pool" : "curve", row.mint),
              { place: BigInt(row.place ?? 0), paid: BigInt(row.paid) },
            ] as const,
          ],
    ),
  );
};

/** Whether the creator's share of a trade was paid out. */
export const isPaidOut = (payouts: Payouts, { venue, mint, seq }: Pick<Trade, "venue" | "mint" | "seq">): boolean =>
  seq < (payouts.get(keyOf(venue, mint))?.place ?? -1n);
