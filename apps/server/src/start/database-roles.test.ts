import { createApiClient, type Mint, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseRoleOf, grantRights, tableRights } from "../db/grant-rights.ts";
import { eventually } from "../modules/indexer/testing/test-world.ts";
import type { Role } from "../settings/roles.ts";
import { createRoles, dropRoles, urlAs } from "../testing/database-roles.ts";
import { productionRoles } from "./testing/production-roles.ts";

const production = productionRoles();
const roles: readonly Role[] = ["keys", "worker", "indexer", "realtime", "web"];
let url: string;

/** Runs work on a connection as one account. */
const as = async <Result>(role: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: urlAs(url, role) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  url = production.world().app.ctx.databaseUrl;
  await createRoles(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect(await grantRights(client)).toEqual(Object.keys(tableRights).map(databaseRoleOf));
  // With each new version it is done again.
  await grantRights(client);
  await client.end();
});
afterAll(async () => {
  await production.stopAll();
  await dropRoles(url);
});

const tables = [
  "people",
  "sessions",
  "messages",
  "trades",
  "wallet_records",
  "tickets",
  "notices",
  "moderation_actions",
];

test.each(roles)(
  "the account of %s reads and writes the tables of its code, and no others; none changes a table",
  async (role) => {
    await as(role, async (client) => {
      for (const table of tables) {
        const rights = tableRights[role]?.[table] ?? [];
        const statements = {
          select: `select from ${table} limit 0`,
          delete: `delete from ${table} where false`,
          insert: `insert into ${table} select * from ${table} where false`,
        };
        for (const [right, statement] of Object.entries(statements)) {
          const needed = right === "insert" ? ["insert", "select"] : right === "delete" ? ["delete"] : [right];
          const outcome = await client.query(statement).then(
            () => "done",
            (error: pg.DatabaseError) => error.code,
          );
          const isAllowed = needed.every((each) => rights.includes(each));
          expect([table, right, outcome]).toEqual([table, right, isAllowed ? "done" : "42501"]);
        }
      }
      for (const statement of [
        "create table stolen (id int)",
        "alter table people add column stolen int",
        "drop table people",
        "create schema stolen",
        "delete from drizzle.__drizzle_migrations",
        "truncate people",
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
    });
  },
);

test("the five processes, each under its own account, serve a person, run jobs and index a trade", async () => {
  const world = production.world();
  const tribe = await world.newTribe(5n);
  // Before there is a worker whose mails reach nobody.
  const buyer = await world.newPerson();
  const origins = new Map<Role, string>();
  for (const role of roles) {
    const { origin } = await production.start(
      { TRIBE_DATA_DIR: await production.folderFor(role), DATABASE_URL: urlAs(url, role), LOG_LEVEL: "silent" },
      role,
    );
    origins.set(role, origin);
  }
  const { chief } = tribe;
  const call = createApiClient({ origin: origins.get("web") ?? "", credentials: () => chief.credentials });
  const { localUser } = await call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser.address).toBe(chief.address);
  const { walletToken } = await call(routes.wallet.walletToken, {});
  const frame = createApiClient({
    origin: origins.get("keys") ?? "",
    credentials: () => null,
    walletToken: () => walletToken,
  });
  expect(await frame(routes.wallet.wallet, {})).toMatchObject({ uid: localUser.uid });
  await frame(routes.wallet.challenge, {});
  const mint: Mint = tribe.mint;
  // The union of these routes' queries is not one that the compiler can match with its route.
  for (const [route, query] of [
    [routes.market.list, { tab: "leaderboard", window: "all", limit: 50 }],
    [routes.market.profile, { mint }],
    [routes.market.holders, { mint }],
    [routes.chat.room, { mint }],
    [routes.chat.messages, { mint, limit: 20 }],
    [routes.notifications.list, { limit: 20 }],
  ] as const)
    await call(route as typeof routes.market.profile, { query } as { query: { mint: Mint } });
  // Jobs that only the worker's account does, and the indexer's on the chain's own events.
  const { db } = world.app.ctx;
  await db.execute(sql`select graphile_worker.add_job('system.sweep', '{}')`);
  await world.buy(buyer, tribe, 10n);
  await eventually("the sweep ran without a refusal", async () => {
    const { rows } = await db.execute<{ last_error: string | null }>(
      sql`select last_error from graphile_worker._private_jobs where last_error is not null or run_at <= now()`,
    );
    for (const { last_error } of rows) expect(last_error ?? "").not.toMatch(/permission denied/);
    return rows.length === 0;
  });
});
