import type { PoolEvent } from "@tribe/chain/accounts";
import type { ProgramEvent } from "@tribe/chain/events";
import type { TradeVenue } from "@tribe/contract";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Events that pay fees to a Chief, from the curve and from the pool. */
export const collects = { curve: "feesCollected", pool: "poolFeesCollected" } as const satisfies Record<
  TradeVenue,
  (PoolEvent | ProgramEvent)["kind"]
>;

/** Only our own programs' event names get here, so no escaping is needed. */
const literals = sql.raw(
  Object.values(collects)
    .map((kind) => `'${kind}'`)
    .join(", "),
);

/**
 * Whether a kind of event pays a Chief, as SQL. It is the condition of a partial index, and queries must repeat it literally:
 * with parameters PostgreSQL could not tell that the index applies.
 */
export const isCollect = (kind: AnyColumn): SQL => sql`${kind} in (${literals})`;
