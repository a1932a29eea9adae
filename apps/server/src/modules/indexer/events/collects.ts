import type { PoolEvent } from "@tribe/chain/accounts";
import type { ProgramEvent } from "@tribe/chain/events";
import type { TradeVenue } from "@tribe/contract";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Events that pay a Chief out, by where the fees lay. */
export const collects = { curve: "feesCollected", pool: "poolFeesCollected" } as const satisfies Record<
  TradeVenue,
  (PoolEvent | ProgramEvent)["kind"]
>;

/** Kinds are words of our own programs, which no text of others reaches. */
const literals = sql.raw(
  Object.values(collects)
    .map((kind) => `'${kind}'`)
    .join(", "),
);

/**
 * Whether a kind of event pays a Chief out: the small index has these events, and whoever asks for them says so with the
 * same words. They are literals, because of parameters PostgreSQL does not see that the index has them all.
 */
export const isCollect = (kind: AnyColumn): SQL => sql`${kind} in (${literals})`;
