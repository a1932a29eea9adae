import { sql } from "drizzle-orm";
import { Logger as GraphileLogger, parseCronItems, run, runMigrations, type TaskList } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { AppContext } from "../../context.ts";
import type { JobDefinition } from "./definition.ts";
import type { Jobs } from "./port.ts";

/** The queue's end that adds: a plain SQL call, so that a job is part of the caller's transaction. */
export const createJobs = (): Jobs => ({
  add: async (tx, name, payload, options = {}) => {
    await tx.execute(sql`select graphile_worker.add_job(
      ${name},
      ${JSON.stringify(payload)}::json,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${options.key ?? null}::text,
      max_attempts => ${options.maxAttempts ?? null}::int
    )`);
  },
});

/** The queue's end that works: runs the given jobs until stopped; a running one is finished first. */
export const startJobRunner = async (
  ctx: AppContext,
  definitions: readonly JobDefinition[],
): Promise<{ stop(): Promise<void> }> => {
  const taskList: TaskList = {};
  for (const { name, handler } of definitions) {
    const handle = handler(ctx);
    // What is in the queue was added by `Jobs.add`, typed by the job's name.
    taskList[name] = async (payload) => handle(payload as never);
  }
  const runner = await run({
    pgPool: ctx.pool,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: graphileLogger(ctx.log),
    taskList,
    parsedCronItems: parseCronItems(
      definitions.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : [])),
    ),
  });
  runner.promise.catch((err: unknown) => ctx.log.error({ err }, "the job queue ended by itself"));
  return { stop: () => runner.stop() };
};

/** Makes the queue's own tables. */
export const migrateJobs = async (pool: pg.Pool, log: Logger): Promise<void> => {
  await runMigrations({ pgPool: pool, logger: graphileLogger(log) });
};

const graphileLogger = (log: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
