import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { openFileKeys } from "../../../engines/keys/embedded.ts";
import { type CaughtMail, catchMail } from "../../../testing/catch-mail.ts";
import { type RoleProcess, startRole } from "../../../testing/start-role.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";

const crowd = 10_000;
const kills = 20;
/** Concurrent jobs of one process. */
const inFlight = 20;
const timeout = 600_000;

// Twenty processes are started one after another.

describe(`${crowd} notices by mail`, () => {
  let folder: string;
  let app: TestApp;
  let mails: CaughtMail;
  let worker: RoleProcess | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tribe-kills-"));
    [app, mails] = [await startTestApp({ keys: await openFileKeys(folder) }), await catchMail()];
  }, timeout);
  afterAll(async () => {
    await worker?.stop();
    await app?.stop();
    await mails?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async () => {
    worker = await startRole("worker", { folder, databaseUrl: app.ctx.databaseUrl, smtpUrl: mails.url });
  };
  const header = (text: string, name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(text)?.[1]?.trim() ?? "";

  test(
    `all come though the process is killed ${kills} times, and none again but those that were in flight`,
    async () => {
      await app.ctx.db.execute(sql`
        insert into people (uid, email)
        select 'crowd-' || number, 'crowd-' || number || '@example.test' from generate_series(1, ${crowd}::int) as number`);
      await start();
      const hasCursor = async () => (await app.ctx.db.execute(sql`select from notice_cursor`)).rows.length;
      await expect.poll(hasCursor, { timeout }).toBe(1);
      await app.ctx.db.transaction((tx) =>
        writeEvent(tx, "system.announced", { id: "1", text: "We move on Sunday", route: "/you", isMailed: true }),
      );
      for (let count = 1; count <= kills; count += 1) {
        const enough = Math.floor((count * crowd) / (kills + 1));
        await expect.poll(() => mails.texts().length >= enough, { timeout, interval: 20 }).toBe(true);
        await worker?.kill();
        await start();
      }
      const ended = async () => {
        const { rows } = await app.ctx.db.execute<{ sent: number }>(
          sql`select count(*)::int as sent from notice_mails where outcome = 'sent'`,
        );
        return rows[0]?.sent;
      };
      await expect.poll(ended, { timeout }).toBe(crowd);
      const idsOf = new Map<string, string[]>();
      for (const text of mails.texts()) {
        const to = header(text, "To");
        idsOf.set(to, [...(idsOf.get(to) ?? []), header(text, "Message-ID")]);
      }
      expect(idsOf.size).toBe(crowd);
      const repeated = [...idsOf.values()].filter(({ length }) => length > 1);
      process.stdout.write(`${repeated.length} mails came again after ${kills} kills\n`);
      expect(mails.texts().length - crowd).toBeLessThanOrEqual(kills * inFlight);
      for (const ids of repeated) expect(new Set(ids).size).toBe(1);
    },
    timeout * 2,
  );
});
