import { EventEmitter } from "node:events";
import { sql } from "drizzle-orm";
import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Logger } from "pino";
import type { AppContext } from "../../context.ts";
import type { JobDefinition } from "./definition.ts";
import { showLiveness } from "./liveness.ts";
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
  addMany: async (tx, name, jobs, options = {}) => {
    if (jobs.length === 0) return;
    const specs = jobs.map(({ payload, key, runAt }) => ({
      identifier: name,
      payload,
      run_at: runAt?.toISOString() ?? null,
      max_attempts: options.maxAttempts ?? null,
      job_key: key,
    }));
    // The queue locks the rows of known keys: in one order, so that two who add the same ones never wait in a circle.
    specs.sort((a, b) => (a.job_key < b.job_key ? -1 : 1));
    await tx.execute(sql`select graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, spec)
      from json_array_elements(${JSON.stringify(specs)}::json) with ordinality as one (spec, place) order by place
    ), job_key_preserve_run_at => true)`);
  },
});

/** Jobs at once: a mail server that takes its time must not hold up what else there is to do. */
const concurrency = 20;

/**
 * The queue's end that works: runs the given jobs until stopped; a running one is finished first. What a killed process
 * left running is free again after seconds.
 */
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
  const events: WorkerEvents = new EventEmitter();
  const pools: string[] = [];
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));
  const runner = await run({
    pgPool: ctx.pool,
    concurrency,
    noHandleSignals: true,
    // Each worker asks so often; a new job wakes one at once.
    pollInterval: 5_000,
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
      await liveness.stop();
    },
  };
};

/** Makes the queue's own tables, on a connection of its own: a migration may take as long as it needs. */
export const migrateJobs = async (url: string, log: Logger): Promise<void> => {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: graphileLogger(log) });
};

const graphileLogger = (log: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
