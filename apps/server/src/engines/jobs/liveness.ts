import pg from "pg";
import type { AppContext } from "../../context.ts";

/** Any number that no other advisory lock of ours begins with. */
const livenessLocks = 7_421_690;
/** How often a process looks whether another one has died. */
const pollEveryMs = 10_000;

/**
 * Shows that this process's workers live, and frees the jobs of those that do not. The queue by itself waits for four hours.
 * A worker lives as long as the connection that holds its lock: PostgreSQL lets it go when the process is killed. A process
 * whose connection broke may see its job run by another, too, which jobs bear.
 * @param workers by the names under which they lock jobs
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

/** Whose lock can be had, holds it no more. */
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
