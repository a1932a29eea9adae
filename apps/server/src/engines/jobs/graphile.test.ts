import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { defineJob } from "./definition.ts";
import { startJobRunner } from "./graphile.ts";

declare module "./port.ts" {
  interface JobPayloads {
    "test.work": { readonly name: string };
  }
}

let app: TestApp;
const begun: string[] = [];
let finish = () => {};
let crowd = Promise.resolve();
const work = defineJob({
  name: "test.work",
  handler:
    () =>
    async ({ name }) => {
      begun.push(name);
      if (name === "long")
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      if (name.startsWith("crowd")) await crowd;
    },
});
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => begun.splice(0));
afterAll(() => app.stop());

/** The queued jobs with this key. */
const jobsOf = async (key: string) => {
  const { rows } = await app.ctx.db.execute(sql`
    select payload ->> 'name' as name, run_at::text, revision from graphile_worker._private_jobs where key = ${key}`);
  return rows;
};
const add = (name: string) => app.ctx.db.transaction((tx) => app.ctx.jobs.add(tx, "test.work", { name }));
const startRunner = () => startJobRunner(app.ctx, [work]);

test("a killed worker's running job is run again at the next start", async () => {
  await add("left");
  // The state after a process was killed: nobody holds that worker's lock.
  await app.ctx.db.execute(
    sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1`,
  );
  const runner = await startRunner();
  await vi.waitFor(() => expect(begun).toEqual(["left"]));
  await runner.stop();
});

test("a job that another process's live worker runs is left alone", async () => {
  const one = await startRunner();
  await add("long");
  await vi.waitFor(() => expect(begun).toEqual(["long"]));
  const other = await startRunner();
  await add("short");
  await vi.waitFor(() => expect(begun).toContain("short"));
  // A finished job leaves the queue a moment later.
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute(
      sql`select payload ->> 'name' as name, locked_by from graphile_worker._private_jobs`,
    );
    expect(rows).toEqual([{ name: "long", locked_by: expect.stringMatching(/^pool-/) }]);
  });
  finish();
  await Promise.all([one.stop(), other.stop()]);
  expect(begun).toEqual(["long", "short"]);
});

test("a process that is already running detects a dead process's worker", async () => {
  const runner = await startRunner();
  await app.ctx.db.transaction(async (tx) => {
    await app.ctx.jobs.add(tx, "test.work", { name: "later" });
    await tx.execute(
      sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-late', locked_at = now(), attempts = 1`,
    );
  });
  await vi.waitFor(() => expect(begun).toEqual(["later"]), { timeout: 90_000 });
  await runner.stop();
});

test("jobs that were added together are fetched by one query", async () => {
  let open = () => {};
  crowd = new Promise((resolve) => {
    open = resolve;
  });
  const names = Array.from({ length: 20 }, (_, index) => `crowd ${index}`);
  const runner = await startRunner();
  await app.ctx.db.transaction(async (tx) =>
    app.ctx.jobs.addMany(
      tx,
      "test.work",
      names.map((name) => ({ payload: { name }, key: name })),
    ),
  );
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(names.toSorted()));
  const { rows } = await app.ctx.db.execute(sql`
    select count(*)::int as jobs, count(distinct locked_at)::int as fetches from graphile_worker._private_jobs
    where key like 'crowd %'`);
  open();
  await runner.stop();
  expect(rows).toEqual([{ jobs: 20, fetches: 1 }]);
});

test("stops only once its finished jobs have left the queue: another process would run them again", async () => {
  const runner = await startRunner();
  await add("long");
  await vi.waitFor(() => expect(begun).toEqual(["long"]));
  const order: string[] = [];
  const stopped = await app.ctx.db.transaction(async (tx) => {
    // Nobody can remove the job before this transaction ends.
    await tx.execute(sql`select 1 from graphile_worker._private_jobs for update`);
    const stopping = runner.stop().then(() => order.push("stopped"));
    finish();
    await vi.waitFor(async () => {
      await tx.execute(sql`select pg_stat_clear_snapshot()`);
      const { rows } = await tx.execute(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toHaveLength(1);
    });
    const other = await startRunner();
    order.push("removed");
    return { stopping, other };
  });
  await stopped.stopping;
  await stopped.other.stop();
  expect(begun).toEqual(["long"]);
  expect(order).toEqual(["removed", "stopped"]);
});

test("a connection lost while a finished job is removed ends nothing: it is removed a moment later, and not run again", async () => {
  const runner = await startRunner();
  await add("long");
  await vi.waitFor(() => expect(begun).toEqual(["long"]));
  await app.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from graphile_worker._private_jobs for update`);
    finish();
    await vi.waitFor(async () => {
      await tx.execute(sql`select pg_stat_clear_snapshot()`);
      const { rows } = await tx.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toHaveLength(1);
    });
  });
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute(sql`select 1 from graphile_worker._private_jobs`);
    expect(rows).toEqual([]);
  });
  await runner.stop();
  expect(begun).toEqual(["long"]);
});

test("adding an identical waiting job changes nothing, and a new payload replaces the old one and keeps its time", async () => {
  const again = (name: string, runAt?: Date) =>
    app.ctx.db.transaction((tx) =>
      app.ctx.jobs.addMany(tx, "test.work", [{ payload: { name }, key: "kept", ...(runAt ? { runAt } : {}) }]),
    );
  await again("later", new Date("2100-01-01T00:00:00Z"));
  const before = await jobsOf("kept");
  await again("later");
  expect(await jobsOf("kept")).toEqual(before);
  await again("other");
  expect(await jobsOf("kept")).toEqual([{ ...before[0], name: "other", revision: 1 }]);
  await app.ctx.db.execute(sql`delete from graphile_worker._private_jobs where key = 'kept'`);
});

test("a job that is added while one of its key runs is run after it", async () => {
  const again = () =>
    app.ctx.db.transaction((tx) =>
      app.ctx.jobs.addMany(tx, "test.work", [{ payload: { name: "long" }, key: "again" }]),
    );
  const runner = await startRunner();
  await again();
  await vi.waitFor(() => expect(begun).toEqual(["long"]));
  const finishFirst = finish;
  await again();
  await vi.waitFor(() => expect(begun).toEqual(["long", "long"]));
  finishFirst();
  finish();
  await vi.waitFor(async () => expect(await jobsOf("again")).toEqual([]));
  await runner.stop();
});
