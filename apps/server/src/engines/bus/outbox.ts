import { type SQL, sql } from "drizzle-orm";
import { currentTrace } from "../../context/tracing.ts";
import type { Executor } from "../../db/client.ts";
import { insertMany } from "../../db/insert-many.ts";
import type { BusEventName, BusEvents } from "./port.ts";
import { outbox } from "./schema.ts";

/** An event of the bus, of any type. */
export type AnyEvent = {
  [Name in BusEventName]: { readonly type: Name; readonly payload: BusEvents[Name] };
}[BusEventName];

/**
 * Writes an event in the caller's transaction: it is published on every process's bus after the commit, and never if the
 * transaction rolls back. `NamingClient` wakes the tails after the commit.
 */
export const writeEvent = async <Name extends BusEventName>(
  tx: Executor,
  type: Name,
  payload: BusEvents[Name],
): Promise<void> => {
  const trace = currentTrace();
  const json = JSON.stringify(payload);
  await tx.execute(
    trace === undefined
      ? sql`${insertUntraced} values (${type}, ${json}::jsonb)`
      : sql`${insertOne(trace)} values (${type}, ${json}::jsonb, ${trace}::text)`,
  );
};

/** {@link writeEvent} for many, published in their order. */
export const writeEvents = async (tx: Executor, events: readonly AnyEvent[]): Promise<void> => {
  const trace = currentTrace();
  const traced = trace === undefined ? {} : { trace };
  await insertMany(
    tx,
    outbox,
    events.map(({ type, payload }) => ({ type, payload, ...traced })),
  );
};

/**
 * The statement of {@link writeEvent} as a step of another one: it writes the event once for each row of `from`, an earlier
 * step with one row or none.
 */
export const eventInsert = <Name extends BusEventName>(type: Name, payload: BusEvents[Name], from: SQL): SQL =>
  sql`${insertUntraced} select ${type}::text, ${JSON.stringify(payload)}::jsonb from ${from} returning id`;

/** Two parameters: unpacking rows from JSON, as {@link insertMany} does, takes the database longer than the insert. */
const insertOne = (trace?: string): SQL => {
  const columns = [outbox.type, outbox.payload, ...(trace === undefined ? [] : [outbox.trace])];
  const names = columns.map(({ name }) => sql.identifier(name));
  return sql`insert into ${outbox} (${sql.join(names, sql`, `)})`;
};
const insertUntraced = insertOne();
