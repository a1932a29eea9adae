import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertMany, insertOf } from "../../db/insert-many.ts";
import type { BusEventName, BusEvents } from "./port.ts";
import { outbox } from "./schema.ts";

/** One event of the bus, whichever. */
export type AnyEvent = {
  [Name in BusEventName]: { readonly type: Name; readonly payload: BusEvents[Name] };
}[BusEventName];

/**
 * Writes an event in the caller's transaction: it is published on every process's bus after the commit, and never
 * if the transaction rolls back. The connection itself tells of the commit (`NamingClient`).
 */
export const writeEvent = async <Name extends BusEventName>(
  tx: Executor,
  type: Name,
  payload: BusEvents[Name],
): Promise<void> => void (await insertMany(tx, outbox, [{ type, payload }]));

/** {@link writeEvent} for many, published in their order. */
export const writeEvents = async (tx: Executor, events: readonly AnyEvent[]): Promise<void> => {
  await insertMany(
    tx,
    outbox,
    events.map(({ type, payload }) => ({ type, payload })),
  );
};

/**
 * The statement of {@link writeEvent}, as a step of another one: the event is written once for each row of `from`, a step
 * before, which has one or none.
 */
export const eventInsert = <Name extends BusEventName>(type: Name, payload: BusEvents[Name], from: SQL): SQL =>
  insertOf(outbox, [{ type, payload }], { from, after: sql`returning id` });
