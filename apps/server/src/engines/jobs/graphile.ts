// How jobs are fetched and completed: docs/decisions/0108.
import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import pg from "pg";
import type { Logger } from "pino";
import type { AppContext } from "../../context/context.ts";
import { currentTrace, inSpan } from "../../context/tracing.ts";
import { retried, usualMigration } from "../../db/migrate.ts";
import type { JobDefinition } from "./definition.ts";
import { showLiveness } from "./liveness.ts";
import type { Jobs } from "./port.ts";
import { retryingPool } from "./retrying-pool.ts";

/** Adds jobs to the queue: a plain SQL call, so that a job is part of the caller's transaction. */
export const createJobs = (): Jobs => ({
  add: async (tx, name, payload, options = {}) => {
    await tx.execute(sql`select graphile_worker.add_job(
      ${name},
      ${JSON.stringify(traced(payload))}::json,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${options.key ?? null}::text,
      max_attempts => ${options.maxAttempts ?? null}::int
    )`);
  },
  addMany: async (tx, name, jobs, options = {}) => {
    if (jobs.length === 0) return;
    const specs = jobs.map(({ payload, key, runAt }) => ({
      identifier: name,
      payload,
      run_at: runAt?.toISOString() ?? null,
      max_attempts: options.maxAttempts ?? null,
      job_key: key,
    }));
    // The queue locks the rows of existing keys: a fixed order prevents deadlocks between callers with the same keys.
    specs.sort((a, b) => (a.job_key < b.job_key ? -1 : 1));
    // An identical waiting job is not written again and wakes nobody: a busy chat adds the same jobs twice a second. The lock
    // keeps it from starting before the end of this transaction, whose changes it must see.
    await tx.execute(sql`
      with asked as materialized (
        select spec, place, spec ->> 'job_key' as key from json_array_elements(${JSON.stringify(specs)}::json)
          with ordinality as one (spec, place)
      ), waiting as materialized (
        select job.key from graphile_worker._private_jobs as job join asked on asked.key = job.key
        where job.is_available and job.attempts = 0 and job.payload::text = (asked.spec -> 'payload')::text
          and job.max_attempts = coalesce((asked.spec ->> 'max_attempts')::int, 25)
        order by asked.place for key share of job skip locked
      ), missing as materialized (
        select array_agg(json_populate_record(null::graphile_worker.job_spec, spec) order by place) as specs
        from asked where key not in (select key from waiting)
      )
      select graphile_worker.add_jobs(specs, job_key_preserve_run_at => true) from missing where specs is not null`);
  },
});

/** Where a job keeps the span that queued it: the queue has no other place for it. */
const traceKey = "traceparent";

const traced = (payload: object): object => {
  const trace = currentTrace();
  return trace === undefined ? payload : { ...payload, [traceKey]: trace };
};

const untraced = (queued: unknown): { readonly payload: unknown; readonly parent: string | null } => {
  if (typeof queued !== "object" || queued === null || !(traceKey in queued)) return { payload: queued, parent: null };
  const { [traceKey]: trace, ...payload } = queued;
  return { payload, parent: typeof trace === "string" ? trace : null };
};

/** Concurrent jobs: a slow mail server must not delay the other work. */
const concurrency = 20;
/** How often the queue is polled for jobs that become due, such as the rest of a burst; a new one wakes it immediately. */
const pollMs = 500;
/** Fetched jobs that no worker has started go back after this time: another process may be idle. */
const fetchedMs = 1_000;
/** How long a stopping process waits until its finished jobs have left the queue, and how often it checks, ms. */
const releaseTimeout = 5_000;
const releasePollMs = 20;

/**
 * Runs the given jobs until stopped; a running one is finished first. Jobs that a killed process left running are available
 * again after seconds.
 */
export const startJobRunner = async (
  ctx: AppContext,
  definitions: readonly JobDefinition[],
): Promise<{ stop(): Promise<void> }> => {
  const taskList: TaskList = {};
  for (const { name, handler } of definitions) {
    const handle = handler(ctx);
    // The queue's jobs were added by `Jobs.add`, typed by the job's name.
    taskList[name] = async (queued) => {
      const stop = ctx.metrics.jobs.startTimer({ job: name });
      const { payload, parent } = untraced(queued);
      try {
        const attributes = { "tribe.job": name };
        await inSpan(`job ${name}`, { kind: "consumer", attributes, parent }, () => handle(payload as never));
        stop({ outcome: "done" });
      } catch (error) {
        stop({ outcome: "failed" });
        throw error;
      }
    };
  }
  const events: WorkerEvents = new EventEmitter();
  const pools: string[] = [];
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));
  const runner = await run({
    pgPool: retryingPool(ctx.pool),
    concurrency,
    noHandleSignals: true,
    pollInterval: pollMs,
    // One query fetches as many jobs as there are workers: otherwise each worker would query at each new job. Completions are
    // not batched: a failing batch leaves this version's queue without workers (`batch` of its `main.js`).
    preset: { worker: { localQueue: { size: concurrency, ttl: fetchedMs } } },
    logger: graphileLogger(ctx.log),
    taskList,
    events,
    parsedCronItems: parseCronItems(
      definitions.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : [])),
    ),
  });
  runner.promise.catch((err: unknown) => ctx.log.error({ err }, "the job queue ended by itself"));
  const liveness = await showLiveness(ctx, pools);
  return {
    stop: async () => {
      await runner.stop();
      // The queue's own stop doesn't wait for the statements that remove finished jobs. Once this process is no longer shown
      // as alive, another one would run those jobs again.
      await allReleased(ctx, pools).catch((err: unknown) => ctx.log.warn({ err }, "finished jobs may be run again"));
      await liveness.stop();
    },
  };
};

/** Resolves once these workers hold no job any more, and rejects after some seconds. */
const allReleased = async (ctx: Pick<AppContext, "db">, pools: string[]): Promise<void> => {
  const deadline = AbortSignal.timeout(releaseTimeout);
  for (;;) {
    const { rows } = await ctx.db.execute(sql`
      select 1 from graphile_worker._private_jobs where locked_by = any(${sql.param(pools)}::text[]) limit 1`);
    if (rows.length === 0) return;
    await setTimeout(releasePollMs, undefined, { signal: deadline });
  }
};

/**
 * Creates the queue's own tables, on a connection without a timeout of statements: a migration may take as long as it needs. It waits
 * no longer for a table in use than ours do, and is tried again as they are.
 */
export const migrateJobs = async (url: string, log: Logger): Promise<void> => {
  const pgPool = new pg.Pool({ connectionString: url, max: 1, lock_timeout: usualMigration.lockTimeout });
  // The queue reports a broken connection by the migration that fails.
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await retried(
      () => runMigrations({ pgPool, logger: graphileLogger(log) }),
      () => undefined,
      usualMigration.patience,
    );
  } finally {
    await pgPool.end();
  }
};

const graphileLogger = (log: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
