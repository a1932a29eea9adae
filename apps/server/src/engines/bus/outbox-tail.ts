import { sql } from "drizzle-orm";
import pg from "pg";
import type { AppContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import type { BusEvent } from "./port.ts";
import { outboxChannel } from "./wake-up.ts";

/** Events per read. */
const batchSize = 1_000;
/** Without a wake-up (its connection broke) events still arrive this late at most. */
const pollMs = 1_000;
/** On a busy day each read takes what was committed in so long a time, instead of an event or two. */
const gatherMs = 5;
/** With so many events in a read the next one waits longer: what a read costs is shared by more of them. */
const manyEvents = 50;
const gatherManyMs = 20;

/** What has been seen of the outbox: all that this snapshot shows, and of the next one the events up to `id`. */
interface Cursor {
  readonly snapshot: string;
  /** A batch was full: the rest of what `snapshot` shows follows after `id`. */
  readonly next: { readonly snapshot: string; readonly id: number } | null;
}

/**
 * Publishes committed events on this process's bus, each once. Every process tails the table for itself, so that each
 * node's sockets hear of everything.
 *
 * Ids are given out before commits, so that none says what was read. A snapshot does: each read takes what the present
 * one shows and the last one did not, which is what began after it and what was under way in it (PgQ's scheme). Nothing
 * is skipped, however late it commits, and nobody waits for it.
 */
export const startOutboxTail = async (
  ctx: Pick<AppContext, "db" | "bus" | "log" | "databaseUrl" | "wakeUp">,
): Promise<{ stop(): Promise<void> }> => {
  let cursor: Cursor = { snapshot: await presentSnapshot(ctx.db), next: null };

  /** @returns how many events it published, and whether there are more. */
  const readBatch = async (): Promise<{ readonly count: number; readonly hasMore: boolean }> => {
    const { rows, snapshot } = await readAfter(ctx.db, cursor);
    const last = rows.at(-1);
    cursor =
      last && rows.length === batchSize
        ? { snapshot: cursor.snapshot, next: { snapshot, id: last.id } }
        : { snapshot, next: null };
    // `writeEvent` is the only writer, and it is typed by the event's name.
    for (const row of rows) ctx.bus.publish(row as BusEvent);
    return { count: rows.length, hasMore: cursor.next !== null };
  };

  let isStopped = false;
  let isWanted = false;
  let running: Promise<void> | null = null;
  const wake = (): void => {
    isWanted = true;
    running ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        try {
          const { count, hasMore } = await readBatch();
          isWanted ||= hasMore;
          const pauseMs = count > manyEvents && !hasMore ? gatherManyMs : gatherMs;
          if (isWanted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        } catch (err) {
          ctx.log.error({ err }, "the outbox could not be read");
        }
      }
      running = null;
    })();
  };

  const listener = listen(ctx, wake);
  const stopHearing = ctx.wakeUp.onCommit(wake);
  const timer = setInterval(wake, pollMs);
  await listener.ready;
  wake();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      stopHearing();
      await listener.stop();
      await running;
    },
  };
};

const presentSnapshot = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
  return rows[0]?.snapshot ?? "";
};

/**
 * What was committed since a cursor, by id: events of one Tribe are in the order of its lock. Each branch of the first step
 * is a walk over the index. Rows from before a restore have numbers of another cluster's transactions, which this one has
 * not reached.
 */
const readAfter = async (db: Database, { snapshot: seen, next }: Cursor) => {
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
          where transaction_id in (select pg_snapshot_xip(${seen}::pg_snapshot))
      ) as fresh
      where id > ${next?.id ?? 0}::bigint and pg_visible_in_snapshot(transaction_id, present.snapshot)
      order by id limit ${batchSize}::int
    ) as event on true
    order by event.id`);
  return {
    snapshot: rows[0]?.snapshot ?? seen,
    rows: rows.flatMap(({ id, type, payload }) => (id === null ? [] : [{ id, type, payload }])),
  };
};

/** Keeps one connection in LISTEN, and makes a new one when it breaks. */
const listen = (ctx: Pick<AppContext, "databaseUrl" | "log" | "wakeUp">, wake: () => void) => {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: ctx.databaseUrl });
    client = next;
    const again = (err?: unknown) => {
      if (isStopped || client !== next) return;
      client = null;
      ctx.log.warn({ err }, "the connection that listens for events broke");
      retry = setTimeout(() => void connect(), pollMs);
    };
    next.on("error", again);
    next.on("end", again);
    next.on("notification", ({ payload }) => {
      if (payload !== ctx.wakeUp.sender) wake();
    });
    try {
      await next.connect();
      await next.query(`listen ${outboxChannel}`);
      wake();
    } catch (error) {
      again(error);
    }
  };
  return {
    ready: connect(),
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
};
