import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";

/** Jobs by their name. */
export interface QueuedJobs {
  readonly job: string;
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly givenUp: number;
}

export const queuedJobs = async (tx: Executor): Promise<readonly QueuedJobs[]> => {
  const { rows } = await tx.execute<{ job: string; waiting: number; oldest: number; given_up: number }>(sql`
    select task.identifier as job,
      (count(job.id) filter (where job.is_available and job.run_at <= now()))::int as waiting,
      coalesce(extract(epoch from now() - min(job.run_at) filter (where job.is_available and job.run_at <= now())), 0)::float8
        as oldest,
      (count(job.id) filter (where job.attempts >= job.max_attempts and job.locked_at is null))::int as given_up
    from graphile_worker._private_tasks as task
    left join graphile_worker._private_jobs as job on job.task_id = task.id
    group by task.identifier`);
  return rows.map(({ job, waiting, oldest, given_up }) => ({
    ...{ job, waiting },
    oldestSeconds: oldest,
    givenUp: given_up,
  }));
};

/** Counting millions of rows would take longer than the figure is worth. */
export const outboxRows = async (tx: Executor): Promise<number> => {
  const { rows } = await tx.execute<{ rows: number }>(
    sql`select n_live_tup::float8 as rows from pg_stat_user_tables where relid = 'outbox'::regclass`,
  );
  return rows[0]?.rows ?? 0;
};

/** Age of the oldest event that the planner of notices has not read, in seconds; 0 when it has read all. */
export const noticesLag = async (tx: Executor): Promise<number> => {
  const { rows } = await tx.execute<{ lag: number }>(sql`
    select coalesce(extract(epoch from now() - min(outbox.created_at)), 0)::float8 as lag
    from notice_cursor join outbox
      on outbox.transaction_id >= pg_snapshot_xmin(notice_cursor.snapshot::pg_snapshot)
      and outbox.transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    where not pg_visible_in_snapshot(outbox.transaction_id, notice_cursor.snapshot::pg_snapshot)
      and outbox.created_at < now()`);
  return rows[0]?.lag ?? 0;
};

/** Signed transactions on their way, by their kind. */
export interface OpenTickets {
  readonly kind: string;
  readonly open: number;
  readonly oldestSeconds: number;
}

export const openTickets = async (tx: Executor): Promise<readonly OpenTickets[]> => {
  const { rows } = await tx.execute<{ kind: string; open: number; oldest: number }>(sql`
    select kind, count(*)::int as open, extract(epoch from now() - min(changed_at))::float8 as oldest
    from tickets where state = 1 group by kind`);
  return rows.map(({ kind, open, oldest }) => ({ kind, open, oldestSeconds: oldest }));
};

/** The slot up to which a program's transactions are in the index; null before the first. */
export const indexedUpTo = async (
  tx: Executor,
  program: string,
): Promise<{ readonly signature: string; readonly slot: number } | null> => {
  const { rows } = await tx.execute<{ signature: string; slot: number }>(
    sql`select signature, slot::float8 as slot from indexer_cursors where address = ${program}`,
  );
  return rows[0] ?? null;
};
