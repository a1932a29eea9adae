import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { BusEvent, BusEventName } from "./port.ts";

/** How far the outbox was read: everything that this snapshot sees, and of the next one the events up to `id`. */
export interface OutboxCursor {
  readonly snapshot: string;
  /** Set when a batch was full: the remaining events of `snapshot` have ids above `id`. */
  readonly next: { readonly snapshot: string; readonly id: number } | null;
}

/** The cursor of a reader that starts now: everything committed counts as read. */
export const presentSnapshot = async (db: Executor): Promise<string> => {
  const { rows } = await db.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
  return rows[0]?.snapshot ?? "";
};

/**
 * Reads the events committed since a cursor, by id: events of one Tribe are in the order of its lock.
 *
 * Ids are assigned before the commit, so that the highest id does not tell what was read. A snapshot does: each read returns
 * what the current snapshot sees and the last one did not, which are the transactions that began after it and those that were
 * open in it (PgQ's scheme). No event is skipped, however late it commits, and none waits for another. Each branch of the
 * first step is an index scan: the second passes its transactions as an array, because a join with them would scan the whole
 * outbox.
 * Rows from before a restore have transaction numbers of another cluster, which this one has not reached.
 * @param types the types that the reader uses; all when missing
 * @returns the events, and the cursor behind them; its `next` is set when there are more
 */
export const readOutbox = async (
  db: Executor,
  { snapshot: seen, next }: OutboxCursor,
  { limit, types }: { readonly limit: number; readonly types?: readonly BusEventName[] },
): Promise<{ readonly events: readonly BusEvent[]; readonly cursor: OutboxCursor }> => {
  const ofTypes = types ? sql`and type = any(${sql.param(types)})` : sql``;
  const { rows } = await db.execute<{
    snapshot: string;
    id: number | null;
    type: string;
    payload: unknown;
    trace: string | null;
  }>(sql`
    with present as materialized (
      select coalesce(${next?.snapshot ?? null}::pg_snapshot, pg_current_snapshot()) as snapshot
    )
    select present.snapshot::text as snapshot, event.id::float8 as id, event.type, event.payload, event.trace
    from present left join lateral (
      select id, type, payload, trace from (
        select id, type, payload, trace, transaction_id from outbox where transaction_id >= pg_snapshot_xmax(${seen}::pg_snapshot)
          and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        union all
        select id, type, payload, trace, transaction_id from outbox
          where transaction_id = any (array(select pg_snapshot_xip(${seen}::pg_snapshot)))
      ) as fresh
      where id > ${next?.id ?? 0}::bigint and pg_visible_in_snapshot(transaction_id, present.snapshot) ${ofTypes}
      order by id limit ${limit}::int
    ) as event on true
    order by event.id`);
  const snapshot = rows[0]?.snapshot ?? seen;
  const found = rows.flatMap(({ id, type, payload, trace }) =>
    id === null ? [] : [{ id, type, payload, ...(trace === null ? {} : { trace }) }],
  );
  const last = found.at(-1);
  return {
    // `writeEvent` is the only writer, and it is typed by the event's name.
    events: found as unknown as BusEvent[],
    cursor:
      last && found.length === limit ? { snapshot: seen, next: { snapshot, id: last.id } } : { snapshot, next: null },
  };
};
