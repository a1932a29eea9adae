import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertMany, insertOf } from "../../db/insert-many.ts";
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
export const writeEvent = <Name extends BusEventName>(
  tx: Executor,
  type: Name,
  payload: BusEvents[Name],
): Promise<void> => writeAndWake(tx, [{ type, payload }]);

/** {@link writeEvent} for many, published in their order. */
export const writeEvents = async (tx: Executor, events: readonly AnyEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await writeAndWake(
    tx,
    events.map(({ type, payload }) => ({ type, payload })),
  );
};

/**
 * The statement of {@link writeEvent}, as a step of another one: the event is written once for each row of `from`, a step
 * before, which has one or none.
 */
export const eventInsert = <Name extends BusEventName>(type: Name, payload: BusEvents[Name], from: SQL): SQL =>
  insertOf(outbox, [{ type, payload }], { from, after: andWake });

const wake = sql`pg_notify(${outboxChannel}, '')`;
const andWake = sql`returning ${wake}`;

/** One event is one statement, as each way to the database and back counts; of many only one gives word, not each. */
const writeAndWake = async (tx: Executor, rows: (typeof outbox.$inferInsert)[]): Promise<void> => {
  await insertMany(tx, outbox, rows, rows.length === 1 ? andWake : undefined);
  if (rows.length > 1) await tx.execute(sql`select ${wake}`);
};
