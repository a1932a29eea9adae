import type { Mint, TradeVenue } from "@tribe/contract";
import { max, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { collects, isCollect } from "../indexer/index.ts";
import { chainEvents, type trades } from "../indexer/schema.ts";

type Trade = typeof trades.$inferSelect;

/** What the curve or pool of a token has paid to its Chief. */
interface Payout {
  /** The place of the last payout, which paid for all trades before it. */
  readonly place: bigint;
  /** Lamports in total. */
  readonly paid: bigint;
}

/** Payouts by curve or pool, and token; one without payouts is absent. */
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

/** All payouts of these tokens: there are few, and they have their own index. */
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

/** Whether the creator's fee of a trade was paid out. */
export const isPaidOut = (payouts: Payouts, { venue, mint, seq }: Pick<Trade, "venue" | "mint" | "seq">): boolean =>
  seq < (payouts.get(keyOf(venue, mint))?.place ?? -1n);
