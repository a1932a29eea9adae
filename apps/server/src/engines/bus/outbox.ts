import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertMany } from "../../db/insert-many.ts";
import type { BusEventName, BusEvents } from "./port.ts";
import { outbox } from "./schema.ts";

/** The channel that wakes the outbox workers. */
export const outboxChannel = "tribe_outbox";

/** One event of the bus, whichever. */
export type AnyEvent = {
  [Name in BusEventName]: { readonly type: Name; readonly payload: BusEvents[Name] };
}[BusEventName];

/**
 * Writes an event in the caller's transaction: it is published on every process's bus after the commit, and never
 * if the transaction rolls back.
 */
export const writeEvent = async <Name extends BusEventName>(
  tx: Executor,
  type: Name,
  payload: BusEvents[Name],
): Promise<void> => {
  await tx.insert(outbox).values({ type, payload });
  await tx.execute(sql`select pg_notify(${outboxChannel}, '')`);
};

/** {@link writeEvent} for many, published in their order. */
export const writeEvents = async (tx: Executor, events: readonly AnyEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await insertMany(tx, outbox, events);
  await tx.execute(sql`select pg_notify(${outboxChannel}, '')`);
};
