import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantRights } from "../../db/grant-rights.ts";
import { startTestWorld, type TestWorld } from "../../modules/indexer/testing/test-world.ts";
import { readEnvironment } from "../../settings/environment.ts";
import { catchMail } from "../../testing/catch-mail.ts";
import { createRoles, dropRoles, urlAs } from "../../testing/database-roles.ts";
import { freePort } from "../../testing/free-port.ts";
import { runCommand } from "../commands.ts";
import { openInstallation } from "../open-installation.ts";

let world: TestWorld;
let folder: string;
let url: string;
beforeAll(async () => {
  world = await startTestWorld();
  url = world.app.ctx.databaseUrl;
  folder = await mkdtemp(join(tmpdir(), "tribe-check-"));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The command's lines, whether it fails or not, by their names. */
const check = async (variables: Record<string, string>) => {
  const all = { TRIBE_MODE: "production", TRIBE_DATA_DIR: world.dataDir, RPC_URL: world.chain.rpcUrl, ...variables };
  const installation = await openInstallation(readEnvironment(all, { mayLack: true }), all);
  try {
    const text = await runCommand(installation, ["check"]).catch((error: Error) => error.message);
    return Object.fromEntries(
      text.split("\n").map((line) => [line.slice(5, 17).trim(), `${line.slice(0, 4).trim()} ${line.slice(18)}`]),
    );
  } finally {
    await installation.close();
  }
};

test("each part that is missing or unreachable has a line with the way out, and the others theirs", async () => {
  const silent = await freePort();
  const lines = await check({
    DATABASE_URL: `postgres://tribe:hush-hush@127.0.0.1:${silent}/tribe`,
    NATS_URL: `nats://127.0.0.1:${silent}`,
    SMTP_URL: `smtp://mails:hush-hush@127.0.0.1:${silent}`,
    CLAMD_URL: `tcp://127.0.0.1:${silent}`,
    S3_BUCKET: "files",
    S3_ENDPOINT: `http://127.0.0.1:${silent}`,
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "hush-hush",
    RPC_URL: `http://127.0.0.1:${silent}`,
    TRIBE_DATA_DIR: folder,
    TRIBE_PUBLC_URL: "https://tribe.example",
  });
  expect(lines).toEqual({
    settings: expect.stringMatching(/^FAIL .*TRIBE_PUBLIC_URL is needed in production/),
    keys: expect.stringMatching(/^FAIL .*lacks .*admin\.json.*make-keys/),
    "push keys": expect.stringMatching(/^FAIL .*make-keys makes a pair/),
    database: expect.stringMatching(/^FAIL .*is PostgreSQL running/),
    migrations: expect.stringMatching(/^FAIL .*is PostgreSQL running/),
    accounts: expect.stringMatching(/^FAIL .*is PostgreSQL running/),
    clock: expect.stringMatching(/^FAIL .*is PostgreSQL running/),
    chain: expect.stringMatching(/^FAIL Nothing answers at http:/),
    factory: expect.stringMatching(/^FAIL the chain does not answer/),
    mail: expect.stringMatching(/^FAIL .*is SMTP_URL right/),
    NATS: expect.stringMatching(/^FAIL .*correct NATS_URL/),
    files: expect.stringMatching(/^FAIL .*the key needs put, get, list and delete there/),
    scanner: expect.stringMatching(/^FAIL .*is clamd running/),
  });
  expect(JSON.stringify(lines)).not.toContain("hush-hush");
});

test("an installation that has all it needs says so in a line each; a misspelt setting and a readable key are named", async () => {
  await createRoles(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const mails = await catchMail();
  const clamd = createServer((socket) => socket.once("data", () => socket.end("PONG\0"))).listen(0, "127.0.0.1");
  try {
    const own = { DATABASE_URL: urlAs(url, "worker"), SMTP_URL: mails.url, TRIBE_ROLES: "worker" };
    expect(await check(own)).toMatchObject({
      migrations: expect.stringMatching(/^FAIL .*denied/),
      accounts: expect.stringMatching(/^FAIL tribe_worker may not select .*run migrate-database as tribe_owner/),
    });
    await grantRights(owner);
    const { port } = clamd.address() as { port: number };
    const { settings: _, ...lines } = await check({ ...own, CLAMD_URL: `tcp://127.0.0.1:${port}` });
    expect(lines).toEqual({
      keys: "ok 2 for worker",
      "push keys": expect.stringMatching(/^FAIL /),
      database: expect.stringMatching(/^ok PostgreSQL \d+, \d+ connections$/),
      migrations: "ok all",
      accounts: "ok tribe_worker",
      clock: "ok as the database's",
      chain: expect.stringMatching(/^ok 127\.0\.0\.1:\d+ has /),
      factory: expect.stringMatching(/^ok its admin has [\d.]+ SOL$/),
      mail: expect.stringMatching(/^ok 127\.0\.0\.1:\d+ greets$/),
      NATS: "- not set",
      files: expect.stringMatching(/^ok in the data folder/),
      scanner: expect.stringMatching(/^ok 127/),
    });
    expect((await check({ TRIBE_MODE: "local", DATABASE_URL: url, TRIBE_PUBLC_URL: "x" })).settings).toMatch(
      /^FAIL TRIBE_PUBLC_URL: no setting of Tribe/,
    );
    await chmod(join(world.dataDir, "keys/mail.key"), 0o644);
    expect((await check(own)).keys).toMatch(/^FAIL others may read mail\.key .*chmod 600$/);
  } finally {
    clamd.close();
    await mails.stop();
    await owner.end();
    await dropRoles(url);
  }
});

test("a new installation's keys are made without any other setting, with a pair for pushes that belongs together", async () => {
  const installation = await openInstallation(
    readEnvironment({ TRIBE_MODE: "production", TRIBE_DATA_DIR: folder }, { mayLack: true }),
  );
  const output = await runCommand(installation, ["make-keys"]);
  await installation.close();
  const [, VAPID_PUBLIC_KEY = "", VAPID_PRIVATE_KEY_FILE = ""] =
    /VAPID_PUBLIC_KEY=(\S+) and VAPID_PRIVATE_KEY_FILE=(\S+)\.$/.exec(output) ?? [];
  const lines = await check({
    TRIBE_DATA_DIR: folder,
    VAPID_PUBLIC_KEY,
    VAPID_PRIVATE_KEY_FILE,
    VAPID_SUBJECT: "mailto:ops@tribe.example",
  });
  expect(lines).toMatchObject({ "push keys": "ok a pair", keys: expect.stringMatching(/^ok 8 for/) });
  // Another one's.
  const other = await check({ TRIBE_DATA_DIR: folder, VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`, VAPID_PRIVATE_KEY_FILE });
  expect(other["push keys"]).toMatch(/^FAIL .*are no pair$/);
});
