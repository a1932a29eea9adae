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
    },
});
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => begun.splice(0));
afterAll(() => app.stop());

const add = (name: string) => app.ctx.db.transaction((tx) => app.ctx.jobs.add(tx, "test.work", { name }));
const startRunner = () => startJobRunner(app.ctx, [work]);

test("what a killed worker left running is run again at the next start", async () => {
  await add("left");
  // As a process leaves it that was killed in the middle: nobody holds that worker's lock.
  await app.ctx.db.execute(
    sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1`,
  );
  const runner = await startRunner();
  await vi.waitFor(() => expect(begun).toEqual(["left"]));
  await runner.stop();
});

test("what a living worker of another process runs is left to that one", async () => {
  const one = await startRunner();
  await add("long");
  await vi.waitFor(() => expect(begun).toEqual(["long"]));
  const other = await startRunner();
  await add("short");
  await vi.waitFor(() => expect(begun).toContain("short"));
  const { rows } = await app.ctx.db.execute(sql`select locked_by from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ locked_by: expect.stringMatching(/^pool-/) }]);
  finish();
  await Promise.all([one.stop(), other.stop()]);
  expect(begun).toEqual(["long", "short"]);
});

test("a worker whose process is gone is found by another that runs already", async () => {
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
