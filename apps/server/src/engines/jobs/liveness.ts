import pg from "pg";
import type { AppContext } from "../../context/context.ts";

/** Any number with which no other advisory lock of ours begins. */
const livenessLocks = 7_421_690;
/** How often a process checks whether another one has died. */
const pollEveryMs = 10_000;

/**
 * Shows that this process's workers are alive, and frees the jobs of dead ones. The queue by itself waits for four hours. A
 * worker is alive as long as the connection that holds its lock: PostgreSQL releases it when the process is killed. If a
 * process loses only its connection, another may run the same job at the same time, which jobs tolerate.
 * @param workers the names under which they lock jobs
 */
export const showLiveness = async (
  ctx: Pick<AppContext, "databaseUrl" | "log">,
  workers: readonly string[],
): Promise<{ stop(): Promise<void> }> => {
  let client: pg.Client | null = null;
  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ connectionString: ctx.databaseUrl });
    fresh.on("error", () => {
      if (client === fresh) client = null;
    });
    await fresh.connect();
    for (const worker of workers)
      await fresh.query("select pg_advisory_lock($1, hashtext($2))", [livenessLocks, worker]);
    return fresh;
  };
  const look = async (): Promise<void> => {
    client ??= await connect();
    await freeDead(client, workers);
  };
  let looking = Promise.resolve();
  const lookOn = () => {
    looking = look().catch((err: unknown) => ctx.log.warn({ err }, "jobs of dead workers could not be looked for"));
    return looking;
  };
  await lookOn();
  const timer = setInterval(() => void lookOn(), pollEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
      await client?.end().catch(() => undefined);
    },
  };
};

/** A worker whose lock is available is dead. */
const freeDead = (client: pg.Client, own: readonly string[]) =>
  client.query(
    `with holders as materialized (
      select locked_by as worker from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ), dead as materialized (
      select worker from holders where worker <> all($2::text[]) and pg_try_advisory_xact_lock($1, hashtext(worker))
    )
    select graphile_worker.force_unlock_workers(array_agg(worker)) from dead having count(*) > 0`,
    [livenessLocks, own],
  );
