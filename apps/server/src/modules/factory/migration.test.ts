import { routes } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Chain } from "../../engines/chain/port.ts";
import { chainEvents } from "../indexer/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { migrateToken } from "./migrate.ts";
import { migrateFull } from "./migration-worker.ts";

/** What happens to our own keys' transactions; trades are not affected. */
type Fault = "none" | "refused" | "answer lost" | "hangs before it is sent";
let fault: Fault = "none";
let attempts = 0;
let goOn = () => {};

/** A chain that applies the fault to our own keys' transactions, which have a preflight, unlike tickets. */
const withFaults = (chain: Chain): Chain => ({
  ...chain,
  rpc: new Proxy(chain.rpc, {
    get: (rpc, name, receiver) =>
      name === "sendTransaction"
        ? (...args: Parameters<typeof rpc.sendTransaction>) => ({
            send: async () => {
              const isOurs = !(args[1] && "skipPreflight" in args[1]);
              if (!isOurs || fault === "none") return rpc.sendTransaction(...args).send();
              attempts += 1;
              if (fault === "refused") throw new Error("the node is overloaded");
              if (fault === "answer lost") {
                await rpc.sendTransaction(...args).send();
                throw new Error("the connection broke");
              }
              await new Promise<void>((resolve) => {
                goOn = resolve;
              });
              throw new Error("the process was killed before it sent");
            },
          })
        : Reflect.get(rpc, name, receiver),
  }),
});

let world: TestWorld;
let whale: TestPerson;
beforeAll(async () => {
  world = await startTestWorld(withFaults);
  whale = await world.newPerson({ sol: 1_000n });
});
afterEach(() => {
  fault = "none";
  attempts = 0;
});
afterAll(() => world.stop());

const profileOf = (tribe: TestTribe) => whale.call(routes.market.profile, { query: { mint: tribe.mint } });
const migrationsOf = (tribe: TestTribe) =>
  world.app.ctx.db.$count(chainEvents, and(eq(chainEvents.mint, tribe.mint), eq(chainEvents.kind, "tokenMigrated")));
const migrated = (tribe: TestTribe) =>
  eventually("it has migrated", async () => ((await profileOf(tribe)).pool ? true : null));
const fullTribe = async (): Promise<TestTribe> => {
  const tribe = await world.newTribe();
  await world.buyOut(whale, tribe);
  return tribe;
};

test("a creator's first buy of the whole curve triggers the migration", async () => {
  const tribe = await world.newTribe(100_000n, 120n);
  await migrated(tribe);
  expect(await migrationsOf(tribe)).toBe(1);
});

test("a migration that the node refuses is retried until it is accepted", async () => {
  fault = "refused";
  const tribe = await fullTribe();
  await eventually("it was tried more than once", async () => attempts > 1);
  expect((await profileOf(tribe)).newMint).toBeNull();
  fault = "none";
  await migrated(tribe);
  expect(await migrationsOf(tribe)).toBe(1);
});

test("a lost answer after the transaction was sent causes no second migration", async () => {
  fault = "answer lost";
  const tribe = await fullTribe();
  await migrated(tribe);
  fault = "none";
  await world.warp(2);
  expect(await migrationsOf(tribe)).toBe(1);
  expect(await migrateToken(world.app.ctx, tribe)).toEqual({ kind: "already" });
});

test("another node waits for the one that is migrating, and takes over when that one is killed", async () => {
  fault = "hangs before it is sent";
  const tribe = await fullTribe();
  await eventually("one node is at work", async () => attempts > 0);
  fault = "none";
  const other = { ...world.app.ctx, chain: world.chain };
  expect(await migrateFull(other, new Map())).toBe(false);
  expect((await profileOf(tribe)).newMint).toBeNull();
  // Only one database connection waits for the chain.
  const { rows } = await world.app.ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
      and state_change < now() - interval '200 ms'`,
  );
  expect(rows).toHaveLength(0);
  // As after a killed process: its connections are gone.
  await world.app.ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
      where datname = current_database() and locktype = 'advisory' and classid = 7421689`,
  );
  await eventually("the other node has done it", async () => {
    await migrateFull(other, new Map());
    return (await profileOf(tribe)).pool !== null;
  });
  goOn();
  expect(await migrationsOf(tribe)).toBe(1);
});

test("two at the same moment end as one migration", async () => {
  fault = "refused";
  const tribe = await fullTribe();
  const ctx = { ...world.app.ctx, chain: world.chain };
  const outcomes = await Promise.all([migrateToken(ctx, tribe), migrateToken(ctx, tribe)]);
  expect(outcomes.some(({ kind }) => kind === "migrated")).toBe(true);
  await migrated(tribe);
  expect(await migrationsOf(tribe)).toBe(1);
});

test("a curve that is not full is not migrated", async () => {
  const tribe = await world.newTribe(5n);
  expect(await migrateToken(world.app.ctx, tribe)).toEqual({ kind: "open" });
  expect(await migrateFull(world.app.ctx, new Map())).toBe(true);
  await expect(migrateToken(world.app.ctx, { ...tribe, mint: tribe.chief.address })).rejects.toThrow("no token");
});
