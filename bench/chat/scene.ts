import { fork } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiCall, type Credentials, createApiClient, routes } from "@tribe/contract";
import { createPool } from "../../apps/server/src/db/client.ts";
import { applyMigrations } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/engines/database/embedded.ts";
import { serverProgram } from "../../e2e/support/product/processes.ts";
import { startTribe, type Tribe } from "../../e2e/support/product/tribe.ts";
import { fetchFrom } from "../fetch-from.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

type Pool = ReturnType<typeof createPool>;

/** A person who is signed in on one device. */
export interface Talker {
  readonly uid: string;
  readonly api: ApiCall;
  readonly credentials: Credentials;
}

/** The real server over a distant database, with a mail server of configurable speed. */
export interface Scene {
  readonly appUrl: string;
  readonly databaseUrl: string;
  /** Directly to the database, without the added latency. */
  readonly pool: Pool;
  readonly mail: MailServer;
  /** The id of the server's process. */
  readonly serverPid: number;
  /** Starts another node of the same installation. */
  startNode(): Promise<Tribe>;
  /** @param address the loopback address that this person calls from, as limits count by it */
  signIn(email: string, address?: string): Promise<Talker>;
}

const onError = (error: Error): void => {
  throw error;
};

/** @param delayMs latency to the database in each direction */
export const withScene = async <T>(delayMs: number, work: (scene: Scene) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-bench-"));
  await chmod(folder, 0o755);
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedDatabase({ dataDir: folder });
    ends.push(database.stop);
    await applyMigrations(database.url);
    const distant = new URL(database.url);
    // The proxy itself costs time: it is left out without latency.
    if (delayMs > 0) {
      const program = fileURLToPath(new URL("./distant-database.ts", import.meta.url));
      const proxy = fork(program, [distant.port, String(delayMs)], { execArgv: ["--import", "tsx"] });
      ends.push(() => proxy.kill());
      const [port] = await once(proxy, "message");
      distant.port = String(port);
    }
    const mail = await startMailServer();
    ends.push(mail.stop);
    // Without the indexer, which would not find the bench's Tribes on the chain and would remove their seats.
    const args = ["--empty", "--roles=web,realtime,worker"];
    const env = { DATABASE_URL: distant.href, SMTP_URL: mail.url };
    const tribe = await startTribe({ dataDir: join(folder, "server"), env, args });
    ends.push(tribe.stop);
    const startNode = async (): Promise<Tribe> => {
      const dataDir = join(folder, "another");
      await cp(join(tribe.dataDir, "keys"), join(dataDir, "keys"), { recursive: true });
      // Uses the first node's chain instead of starting another one.
      const node = await startTribe({ dataDir, env: { ...env, RPC_URL: tribe.config().rpcUrl }, args });
      ends.push(node.stop);
      return node;
    };
    const pool = createPool(database.url, { max: 4, onError });
    ends.push(() => pool.end());
    const { appUrl } = tribe;
    const signIn = async (email: string, address = "127.0.0.1"): Promise<Talker> => {
      let credentials: Credentials | null = null;
      const api = createApiClient({ origin: appUrl, credentials: () => credentials, fetch: fetchFrom(address) });
      credentials = await api(routes.identity.createDevice, {});
      await api(routes.identity.startEmail, { body: { email } });
      const code = await mail.codeFor(email);
      const session = await api(routes.identity.verifyEmail, { body: { email, code } });
      credentials = { ...credentials, session };
      const { localUser } = await api(routes.identity.signIn, { body: { loginMethod: "email" } });
      return { uid: localUser.uid, api, credentials };
    };
    const serverPid = await serverOf(tribe);
    return await work({ appUrl, databaseUrl: database.url, pool, mail, serverPid, startNode, signIn });
  } finally {
    for (const end of ends.reverse()) await end();
  }
};

/** Signs in this many people, a few at a time. */
export const signInMany = async (scene: Scene, count: number): Promise<readonly Talker[]> => {
  const people: Talker[] = [];
  for (let from = 0; from < count; from += 9) {
    const some = Array.from({ length: Math.min(9, count - from) }, (_, each) => `crowd-${from + each}@bench.test`);
    people.push(...(await Promise.all(some.map((email) => scene.signIn(email)))));
  }
  return people;
};

/** Finds the server among an installation's processes. */
const serverOf = async (tribe: Tribe): Promise<number> => {
  for (const pid of await tribe.processes()) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(serverProgram)) return pid;
  }
  throw new Error("the server's process was not found");
};

/** Refills all rate limits. */
export const liftAllowances = async ({ pool }: Pick<Scene, "pool">): Promise<void> => {
  await pool.query(`create function bench_full() returns trigger language plpgsql as
    $$ begin new.tokens := 5; return new; end $$`);
  await pool.query(
    "create trigger bench_full before update on message_allowances for each row execute function bench_full()",
  );
  await pool.query("update message_allowances set tokens = 5");
  await pool.query(`create function bench_full_tribe() returns trigger language plpgsql as
    $$ begin new.send_tokens := 1000; return new; end $$`);
  await pool.query(
    "create trigger bench_full_tribe before update on channels for each row execute function bench_full_tribe()",
  );
};

/** Creates this many Tribes as the index would have them, with these people in each. @returns their mints */
export const seedTribes = async (pool: Pool, count: number, members: readonly Talker[]): Promise<string[]> => {
  const mints: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const mint = base58Of(`tribe ${index} ${randomBytes(8).toString("hex")}`);
    mints.push(mint);
    await pool.query(
      `insert into tokens (mint, token_id, creator_address, name, symbol, supply, reserve, floor, max_supply, coefficient,
         referral_bonus, next_seq, price, created_at)
       values ($1, $2, $1, 'Bench', 'BEN', 150000000000, 0, 150000000000, 3030000000000, 100000000, 0, 1, 225000, now())`,
      [mint, randomBytes(7).readUIntBE(0, 6).toString()],
    );
    await pool.query(
      "insert into channels (mint, group_size, member_count, join_count) values ($1, 99, $2::int, $2::int)",
      [mint, members.length],
    );
    await pool.query(
      `insert into seats (mint, uid, address, state, join_order, holding)
       select $1, uid, 'wallet-' || uid, 'active', place, 20000000000 from unnest($2::text[]) with ordinality as u (uid, place)`,
      [mint, members.map(({ uid }) => uid)],
    );
  }
  return mints;
};

/** A text that looks like an address: the base58 of a hash. */
const base58Of = (text: string): string => {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let value = BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
  let letters = "";
  for (; value > 0n; value /= 58n) letters = `${alphabet[Number(value % 58n)]}${letters}`;
  return letters;
};
