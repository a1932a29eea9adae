import type { Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { currentCall, runAsCall } from "../../context/current-call.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { defineJob } from "../jobs/definition.ts";
import { startJobRunner } from "../jobs/graphile.ts";
import { createInProcessBus } from "./in-process.ts";
import { writeEvent } from "./outbox.ts";
import { startOutboxTail } from "./outbox-tail.ts";
import { presentSnapshot, readOutbox } from "./read-outbox.ts";
import { createWakeUp } from "./wake-up.ts";

declare module "../jobs/port.ts" {
  interface JobPayloads {
    "test.note": { readonly text: string };
  }
}

let server: TestApp;
let tail: { stop(): Promise<void> };
const seen: string[] = [];
beforeAll(async () => {
  server = await startTestApp();
  server.ctx.bus.subscribe("user.changed", ({ payload }) => void seen.push(payload.uid));
  tail = await startOutboxTail(server.ctx);
});
afterAll(async () => {
  await tail.stop();
  await server.stop();
});

/** No such people need to exist. */
const uidOf = (text: string) => text as Uid;
const write = (uid: string) => server.ctx.db.transaction((tx) => writeEvent(tx, "user.changed", { uid: uidOf(uid) }));
/** A promise with its resolve function. */
const gate = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};
const arrived = (uid: string) => vi.waitFor(() => expect(seen).toContain(uid), { interval: 5 });

test("a committed event arrives once, without waiting for a poll", async () => {
  const bus = createInProcessBus(server.ctx.log);
  const heard: string[] = [];
  bus.subscribe("user.changed", ({ payload }) => void heard.push(payload.uid));
  // The polls never run: on this clock no time passes.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const woken = await startOutboxTail({ ...server.ctx, bus }).finally(() => vi.useRealTimers());
  await write("first");
  await vi.waitFor(() => expect(heard).toEqual(["first"]));
  await woken.stop();
  await arrived("first");
  await write("second");
  await arrived("second");
  expect(seen.filter((uid) => uid === "first")).toHaveLength(1);
});

test("what an event causes belongs to no call, although the commit of one woke the reader", async () => {
  const calls: unknown[] = [];
  const stop = server.ctx.bus.subscribe("user.changed", ({ payload }) => {
    if (payload.uid === "by a call") calls.push(currentCall());
  });
  await runAsCall({ requestId: "of the call" }, () => write("by a call"));
  await arrived("by a call");
  stop();
  expect(calls).toEqual([undefined]);
});

test("an event that was rolled back never arrives", async () => {
  const failed = server.ctx.db.transaction(async (tx) => {
    await writeEvent(tx, "user.changed", { uid: uidOf("undone") });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await write("after");
  await arrived("after");
  expect(seen).not.toContain("undone");
});

test("an event of a slow transaction arrives although later ones overtook it", async () => {
  const written = gate();
  const leave = gate();
  const slow = server.ctx.db.transaction(async (tx) => {
    await writeEvent(tx, "user.changed", { uid: uidOf("slow") });
    written.resolve();
    await leave.promise;
  });
  await written.promise;
  await write("quick");
  await arrived("quick");
  expect(seen).not.toContain("slow");
  leave.resolve();
  await slow;
  await arrived("slow");
  expect(seen.filter((uid) => uid === "slow" || uid === "quick")).toHaveLength(2);
});

test("an event that commits ten minutes after it got its id still arrives, and delays no other", async () => {
  const late = await server.ctx.pool.connect();
  await late.query("begin");
  await late.query(`insert into outbox (type, payload) values ('user.changed', '{"uid":"late"}')`);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
  for (let count = 0; count < 5; count += 1) {
    await write(`before-late-${count}`);
    await arrived(`before-late-${count}`);
  }
  expect(seen).not.toContain("late");
  await late.query("commit");
  late.release();
  await arrived("late");
  vi.useRealTimers();
  await write("after-late");
  await arrived("after-late");
  expect(seen.filter((uid) => uid.includes("late"))).toHaveLength(7);
});

test("more events than one read returns all arrive, once and in order", async () => {
  const before = seen.length;
  const late = await server.ctx.pool.connect();
  await late.query("begin");
  const insert = (name: string, count: number) =>
    `insert into outbox (type, payload) select 'user.changed', jsonb_build_object('uid', '${name}-' || n) from generate_series(1, ${count}) as n`;
  await late.query(insert("many", 2_500));
  await write("among-many");
  await arrived("among-many");
  await late.query("commit");
  late.release();
  await server.ctx.pool.query(insert("more", 1_200));
  await arrived("more-1200");
  const expected = [
    "among-many",
    ...Array.from({ length: 2_500 }, (_, index) => `many-${index + 1}`),
    ...Array.from({ length: 1_200 }, (_, index) => `more-${index + 1}`),
  ];
  expect(seen.slice(before)).toEqual(expected);
});

test("one NOTIFY outside of their transactions wakes another process for many commits", async () => {
  const listener = new pg.Client({ connectionString: server.ctx.databaseUrl });
  await listener.connect();
  const words: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => words.push(payload));
  await listener.query("listen tribe_outbox");
  await Promise.all(Array.from({ length: 50 }, (_, index) => write(`burst-${index}`)));
  await server.ctx.wakeUp.idle();
  await listener.query("select 1");
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThan(25);
  expect(new Set(words)).toEqual(new Set([server.ctx.wakeUp.sender]));
  await listener.end();
});

test("two nodes both receive all events", async () => {
  const bus = createInProcessBus(server.ctx.log);
  const heard: string[] = [];
  bus.subscribe("user.changed", ({ payload }) => void heard.push(payload.uid));
  // Like another process: it gets commits by NOTIFY only.
  const wakeUp = createWakeUp(async () => undefined, server.ctx.log);
  const other = await startOutboxTail({ ...server.ctx, bus, wakeUp });
  await write("both");
  await arrived("both");
  await vi.waitFor(() => expect(heard).toEqual(["both"]));
  await other.stop();
});

test("events continue after the listening connection was cut", async () => {
  await server.ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
  );
  await write("again");
  await arrived("again");
});

test("a failing handler does not stop the others", async () => {
  const stop = server.ctx.bus.subscribe("user.changed", () => {
    throw new Error("clumsy");
  });
  await write("clumsy");
  await arrived("clumsy");
  stop();
});

test("a job runs after its commit, is retried when it fails, and does not exist after a rollback", async () => {
  const notes: string[] = [];
  const job = defineJob({
    name: "test.note",
    handler:
      () =>
      async ({ text }) => {
        notes.push(text);
        if (text === "twice" && notes.filter((note) => note === "twice").length < 2) throw new Error("not yet");
      },
  });
  const runner = await startJobRunner(server.ctx, [job]);
  const { db, jobs } = server.ctx;
  await db.transaction((tx) => jobs.add(tx, "test.note", { text: "twice" }));
  await db
    .transaction(async (tx) => {
      await jobs.add(tx, "test.note", { text: "undone" });
      throw new Error("no");
    })
    .catch(() => undefined);
  await vi.waitFor(() => expect(notes).toContain("twice"));
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`);
  await vi.waitFor(() => expect(notes).toEqual(["twice", "twice"]));
  await runner.stop();
});

test("a read during an open transaction does not scan the whole outbox", async () => {
  const { db } = server.ctx;
  await db.execute(
    sql`insert into outbox (type, payload) select 'user.changed', '{"uid":"many"}' from generate_series(1, 50000)`,
  );
  await db.execute(sql`analyze outbox`);
  const written = gate();
  const leave = gate();
  const slow = db.transaction(async (tx) => {
    await writeEvent(tx, "user.changed", { uid: uidOf("under way") });
    written.resolve();
    await leave.promise;
  });
  await written.promise;
  await write("committed meanwhile");
  const seenBefore = await presentSnapshot(db);
  leave.resolve();
  await slow;
  const { events, rowsRead } = await db.transaction(async (tx) => {
    const rowsReadSoFar = async () => {
      const { rows } = await tx.execute<{ count: string }>(
        sql`select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'outbox'`,
      );
      return Number(rows[0]?.count);
    };
    const readBefore = await rowsReadSoFar();
    const read = await readOutbox(tx, { snapshot: seenBefore, next: null }, { limit: 10 });
    return { events: read.events, rowsRead: (await rowsReadSoFar()) - readBefore };
  });
  expect(events.map(({ payload }) => payload)).toEqual([{ uid: "under way" }]);
  expect(rowsRead).toBe(0);
});
