import { type ChildProcess, spawn } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";

const crowd = 10_000;
const kills = 20;
/** Concurrent jobs of one process. */
const inFlight = 20;
const timeout = 600_000;
const script = fileURLToPath(new URL("../../../testing/push-process.ts", import.meta.url));

// Twenty processes are started one after another.

describe(`${crowd} notices by push`, () => {
  let folder: string;
  let app: TestApp;
  let service: Server;
  let worker: ChildProcess | null = null;
  /** Number of pushes that each browser got. */
  const reached = new Map<string, number>();
  let total = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tribe-push-kills-"));
    app = await startTestApp();
    service = createServer((request, response) => {
      request.resume().on("end", () => {
        const browser = request.url ?? "";
        reached.set(browser, (reached.get(browser) ?? 0) + 1);
        total += 1;
        response.writeHead(201).end();
      });
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
  }, timeout);
  afterAll(async () => {
    await kill();
    service?.close();
    service?.closeAllConnections();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // a TCP server has no other kind
  const start = () => {
    worker = spawn(process.execPath, ["--import", "tsx", script, app.ctx.databaseUrl, folder, origin()], {
      cwd: join(script, "../../.."),
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  const kill = async () => {
    const ending = worker;
    worker = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill("SIGKILL");
    await ended;
  };

  test(
    `all come though the process is killed ${kills} times, and none again but those that were in flight`,
    async () => {
      const { db } = app.ctx;
      const point = createECDH("prime256v1").generateKeys();
      await db.execute(sql`
        insert into people (uid, email)
        select 'crowd-' || number, 'crowd-' || number || '@example.test' from generate_series(1, ${crowd}::int) as number`);
      await db.execute(sql`insert into devices (id, secret) values ('device', ''::bytea)`);
      await db.execute(sql`
        insert into sessions (id, uid, device_id, access_token_hash, cookie_hash, secret, expires_at)
        select uid, uid, 'device', uid::bytea, uid::bytea, ''::bytea, now() + interval '1 day' from people`);
      await db.execute(sql`
        insert into push_subscriptions (id, uid, session_id, endpoint, p256dh, auth, name, created_at)
        select uid, uid, uid, ${origin()} || '/' || uid, ${point}, ${randomBytes(16)}, 'test', now() from people`);
      start();
      const hasCursor = async () => (await db.execute(sql`select from notice_cursor`)).rows.length;
      await expect.poll(hasCursor, { timeout }).toBe(1);
      await db.transaction((tx) =>
        writeEvent(tx, "system.announced", { id: "1", text: "We move on Sunday", route: "/you", isMailed: false }),
      );
      for (let count = 1; count <= kills; count += 1) {
        const enough = Math.floor((count * crowd) / (kills + 1));
        await expect.poll(() => total >= enough, { timeout, interval: 20 }).toBe(true);
        await kill();
        start();
      }
      const ended = async () => {
        const { rows } = await db.execute<{ sent: number }>(
          sql`select count(*)::int as sent from push_sends where outcome = 'sent'`,
        );
        return rows[0]?.sent;
      };
      await expect.poll(ended, { timeout }).toBe(crowd);
      const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int from notices`);
      expect(rows).toEqual([{ count: crowd }]);
      expect(reached.size).toBe(crowd);
      process.stdout.write(`${total - crowd} pushes came again after ${kills} kills\n`);
      expect(total - crowd).toBeLessThanOrEqual(kills * inFlight);
    },
    timeout * 2,
  );
});
