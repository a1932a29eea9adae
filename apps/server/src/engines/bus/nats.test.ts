import type { Uid } from "@tribe/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildServer, type Server } from "../../start/build-server.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { writeEvent } from "./outbox.ts";
import { createTestNats, findNatsServer, type TestNats } from "./testing/nats-server.ts";

const path = await findNatsServer();
if (!path)
  process.stderr.write("SKIPPED: neither nats-server nor Go is here, so that the wake-up by NATS is not tried\n");

// The same guarantees, whether NATS or PostgreSQL carries the wake-ups between nodes.
describe.each([{ carrier: "PostgreSQL", isNats: false }, ...(path ? [{ carrier: "NATS", isNats: true }] : [])])(
  "two nodes woken by $carrier",
  ({ isNats }) => {
    let nats: TestNats | null = null;
    let app: TestApp;
    let other: Server;
    const seen = { here: [] as string[], there: [] as string[] };
    let words: pg.Client;
    let told = 0;
    beforeAll(async () => {
      nats = isNats && path ? await createTestNats(path) : null;
      await nats?.start();
      app = await startTestApp({ withWorkers: true, config: { natsUrl: nats?.url ?? null } });
      const { config, log, databaseUrl, keys, chain, mail, push, files, now } = app.ctx;
      other = await buildServer({ config, log, databaseUrl, keys, chain, mail, push, files, now, webFolder: null });
      await other.startWorkers();
      app.ctx.bus.subscribe("user.changed", ({ payload }) => void seen.here.push(payload.uid));
      other.ctx.bus.subscribe("user.changed", ({ payload }) => void seen.there.push(payload.uid));
      words = new pg.Client({ connectionString: databaseUrl });
      await words.connect();
      words.on("notification", () => {
        told += 1;
      });
      await words.query("listen tribe_outbox");
    });
    afterAll(async () => {
      await words.end();
      await other.stop();
      await app.stop();
      await nats?.kill();
    });

    const write = (server: Pick<Server, "ctx">, uid: string) =>
      server.ctx.db.transaction((tx) => writeEvent(tx, "user.changed", { uid: uid as Uid })); // no such person needs to exist
    const arrived = (uid: string) =>
      vi.waitFor(
        () => {
          expect(seen.here).toContain(uid);
          expect(seen.there).toContain(uid);
        },
        { interval: 5 },
      );
    /** NATS delivers as soon as both nodes are connected: no NOTIFY is sent then. */
    const natsCarries = () =>
      vi.waitFor(
        async () => {
          const before = told;
          await write(app, `carry-${before}-${seen.here.length}`);
          await write(other, `carry-back-${before}-${seen.there.length}`);
          await Promise.all([app.ctx.wakeUp.idle(), other.ctx.wakeUp.idle()]);
          await words.query("select 1");
          expect(told).toBe(before);
        },
        { timeout: 20_000, interval: 50 },
      );

    test("receive each other's events, each once and in order", async () => {
      if (nats) await natsCarries();
      const uids = Array.from({ length: 60 }, (_, index) => `event-${index}`);
      for (const [index, uid] of uids.entries()) await write(index % 2 ? other : app, uid);
      await arrived("event-59");
      for (const side of [seen.here, seen.there]) expect(side.filter((uid) => uid.startsWith("event-"))).toEqual(uids);
      if (!nats) expect(told).toBeGreaterThan(0);
    });

    test.runIf(isNats)("receive everything while NATS is down, and through NATS again when it is back", async () => {
      await nats?.kill();
      const uids = Array.from({ length: 20 }, (_, index) => `dead-${index}`);
      const before = told;
      for (const [index, uid] of uids.entries()) await write(index % 2 ? other : app, uid);
      await arrived("dead-19");
      for (const side of [seen.here, seen.there]) expect(side.filter((uid) => uid.startsWith("dead-"))).toEqual(uids);
      await vi.waitFor(() => expect(told).toBeGreaterThan(before));
      await nats?.start();
      await natsCarries();
      await write(app, "back");
      await arrived("back");
    });

    test.runIf(isNats)("receive everything while NATS hangs without closing its connections", async () => {
      await natsCarries();
      nats?.hang();
      const uids = Array.from({ length: 20 }, (_, index) => `hung-${index}`);
      for (const [index, uid] of uids.entries()) await write(index % 2 ? other : app, uid);
      await arrived("hung-19");
      for (const side of [seen.here, seen.there]) expect(side.filter((uid) => uid.startsWith("hung-"))).toEqual(uids);
      nats?.wake();
      await natsCarries();
    });
  },
);
