import type { Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { defineJob } from "../jobs/definition.ts";
import { startJobRunner } from "../jobs/graphile.ts";
import { createInProcessBus } from "./in-process.ts";
import { writeEvent } from "./outbox.ts";
import { startOutboxTail } from "./outbox-tail.ts";

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

/** Nobody asks who these people are. */
const uidOf = (text: string) => text as Uid;
const write = (uid: string) => server.ctx.db.transaction((tx) => writeEvent(tx, "user.changed", { uid: uidOf(uid) }));
/** A promise with its key. */
const gate = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};
const arrived = (uid: string) => vi.waitFor(() => expect(seen).toContain(uid), { timeout: 5_000, interval: 5 });

test("a committed event arrives once, within a fraction of a second", async () => {
  const began = performance.now();
  await write("first");
  await arrived("first");
  expect(performance.now() - began).toBeLessThan(900);
  await write("second");
  await arrived("second");
  expect(seen.filter((uid) => uid === "first")).toHaveLength(1);
});

test("what was rolled back never arrives", async () => {
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

test("two nodes both hear of everything", async () => {
  const bus = createInProcessBus(server.ctx.log);
  const heard: string[] = [];
  bus.subscribe("user.changed", ({ payload }) => void heard.push(payload.uid));
  const other = await startOutboxTail({ ...server.ctx, bus });
  await write("both");
  await arrived("both");
  await vi.waitFor(() => expect(heard).toEqual(["both"]));
  await other.stop();
});

test("events go on after the listening connection was cut", async () => {
  await server.ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid()`,
  );
  await write("again");
  await arrived("again");
});

test("a handler that fails hinders nobody", async () => {
  const stop = server.ctx.bus.subscribe("user.changed", () => {
    throw new Error("clumsy");
  });
  await write("clumsy");
  await arrived("clumsy");
  stop();
});

test("a job runs after its commit, is tried again when it fails, and is not there after a rollback", async () => {
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
  await vi.waitFor(() => expect(notes).toContain("twice"), { timeout: 5_000 });
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`);
  await vi.waitFor(() => expect(notes).toEqual(["twice", "twice"]), { timeout: 10_000 });
  await runner.stop();
});
