import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { BusEvent, BusEventName } from "./port.ts";

/** What has been seen of the outbox: all that this snapshot shows, and of the next one the events up to `id`. */
export interface OutboxCursor {
  readonly snapshot: string;
  /** A batch was full: the rest of what `snapshot` shows follows after `id`. */
  readonly next: { readonly snapshot: string; readonly id: number } | null;
}

/** What a reader who begins now has seen: all that is committed. */
export const presentSnapshot = async (db: Executor): Promise<string> => {
  const { rows } = await db.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
  return rows[0]?.snapshot ?? "";
};

/**
 * What was committed since a cursor, by id: events of one Tribe are in the order of its lock.
 *
 * Ids are given out before commits, so that none says what was read. A snapshot does: each read takes what the present
 * one shows and the last one did not, which is what began after it and what was under way in it (PgQ's scheme). Nothing
 * is skipped, however late it commits, and nobody waits for it. Each branch of the first step is a walk over the index: the
 * second names its transactions as an array, as a join with them reads the whole outbox.
 * Rows from before a restore have numbers of another cluster's transactions, which this one has not reached.
 * @param types what the reader has use for; all without it
 * @returns the events, and the cursor behind them; its `next` says that there are more
 */
export const readOutbox = async (
  db: Executor,
  { snapshot: seen, next }: OutboxCursor,
  { limit, types }: { readonly limit: number; readonly types?: readonly BusEventName[] },
): Promise<{ readonly events: readonly BusEvent[]; readonly cursor: OutboxCursor }> => {
  const ofTypes = types ? sql`and type = any(${sql.param(types)})` : sql``;
  const { rows } = await db.execute<{ snapshot: string; id: number | null; type: string; payload: unknown }>(sql`
    with present as materialized (
      select coalesce(${next?.snapshot ?? null}::pg_snapshot, pg_current_snapshot()) as snapshot
    )
    select present.snapshot::text as snapshot, event.id::float8 as id, event.type, event.payload
    from present left join lateral (
      select id, type, payload from (
        select id, type, payload, transaction_id from outbox where transaction_id >= pg_snapshot_xmax(${seen}::pg_snapshot)
          and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        union all
        select id, type, payload, transaction_id from outbox
          where transaction_id = any (array(select pg_snapshot_xip(${seen}::pg_snapshot)))
      ) as fresh
      where id > ${next?.id ?? 0}::bigint and pg_visible_in_snapshot(transaction_id, present.snapshot) ${ofTypes}
      order by id limit ${limit}::int
    ) as event on true
    order by event.id`);
  const snapshot = rows[0]?.snapshot ?? seen;
  const found = rows.flatMap(({ id, type, payload }) => (id === null ? [] : [{ id, type, payload }]));
  const last = found.at(-1);
  return {
    // `writeEvent` is the only writer, and it is typed by the event's name.
    events: found as unknown as BusEvent[],
    cursor:
      last && found.length === limit ? { snapshot: seen, next: { snapshot, id: last.id } } : { snapshot, next: null },
  };
};
