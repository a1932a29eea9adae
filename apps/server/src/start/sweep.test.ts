import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../testing/start-test-app.ts";
import { sweepJob } from "./sweep.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

test("unused devices are deleted, those in use or signed in are kept", async () => {
  const { ctx } = server;
  const use = async (device: TestDevice) => void (await device.call(routes.system.realtimeToken, {}));
  const devices = {
    unused: await server.newDevice(),
    fresh: await server.newDevice(),
    used: await server.newDevice(),
    left: await server.newDevice(),
    signedIn: await server.newPerson(),
  };
  await use(devices.used);
  await use(devices.left);
  const idOf = (name: keyof typeof devices) => devices[name].credentials.deviceId;
  await ctx.db.execute(sql`update devices set created_at = now() - interval '2 days' where id <> ${idOf("fresh")}`);
  await ctx.db.execute(
    sql`update devices set used_at = now() - interval '61 days' where id in (${idOf("left")}, ${idOf("signedIn")})`,
  );
  await sweepJob.handler(ctx)({});
  const { rows } = await ctx.db.execute(sql`select id from devices`);
  const kept = new Set(rows.map(({ id }) => id));
  expect(Object.keys(devices).filter((name) => kept.has(idOf(name as keyof typeof devices)))).toEqual([
    "fresh",
    "used",
    "signedIn",
  ]);
  await devices.signedIn.call(routes.identity.signIn, { body: { loginMethod: "email" } });
});

test("indexes find a session by its device, and devices that can be deleted", async () => {
  const { db } = server.ctx;
  const plan = async (query: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return JSON.stringify((await tx.execute(sql`explain ${query}`)).rows);
    });
  expect(await plan(sql`delete from sessions where device_id = 'x'`)).toContain("sessions_device");
  expect(await plan(sql`delete from devices where created_at < now() - interval '9 days'`)).toContain(
    "devices_created_at",
  );
});

test("events of another cluster are deleted like read ones, after an hour; unread ones wait for the planner of notices", async () => {
  const { ctx } = server;
  await ctx.db.execute(sql`
    insert into notice_cursor (name, snapshot) values ('of the test', pg_current_snapshot()::text)`);
  const write = (type: string, age: string, ahead: number | null) =>
    ctx.db.execute(sql`
      insert into outbox (type, payload, created_at, transaction_id) values (${type}, '{}', now() - ${age}::interval, (
        case when ${ahead}::bigint is null then pg_current_xact_id()::text::bigint
        else pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ${ahead}::bigint end)::text::xid8)`);
  // A restored database has rows with numbers that this cluster has not reached.
  await write("restored", "2 hours", 1_000);
  await write("restored far ahead", "2 hours", 5_000_000_000);
  await write("restored now", "30 minutes", 1_000_000);
  await write("read", "2 hours", -1_000);
  await write("unread", "2 hours", null);
  await write("unread for days", "4 days", null);
  await sweepJob.handler(ctx)({});
  const { rows } = await ctx.db.execute<{ type: string }>(sql`select type from outbox where payload = '{}'`);
  expect(rows.map(({ type }) => type).sort()).toEqual(["restored now", "unread"]);
});
