import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { BusEventName, BusEvents } from "./port.ts";
import { outbox } from "./schema.ts";

/** The channel that wakes the outbox workers. */
export const outboxChannel = "tribe_outbox";

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
