import { randomInt } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createSolanaRpc } from "@solana/kit";
import { associatedTokenAddress, toChainAddress } from "@tribe/chain/accounts";
import { type Address, airdropState, type Mint, routes, tokenUnits } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { createPool } from "../../apps/server/src/db/client.ts";
import { applyMigrations } from "../../apps/server/src/db/migrate.ts";
import { connectCompression } from "../../apps/server/src/engines/compression/photon.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/engines/database/embedded.ts";
import { anyWallet } from "../../apps/server/src/modules/airdrop/testing/given-tokens.ts";
import { createTrader, gather, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

/** Steps of an airdrop, each with a query that finds a row once the step is reached. */
const moments: Readonly<Record<string, string>> = {
  "it is fixed": "select from airdrop_tasks where state = 0",
  "its setup is prepared": "select from airdrop_tasks where state = 0 and set_up_ticket is not null",
  "its setup is signed":
    "select from airdrop_tasks as task join tickets on ticket = set_up_ticket where task.state = 0 and signature is not null",
  "its account is there": "select from airdrop_tasks where state = 0 and is_set_up",
  "its batches are prepared":
    "select from airdrop_batches as batch join airdrop_tasks as task on task.id = task_id where task.state = 0 and ticket is not null",
  "its batches are signed":
    "select from airdrop_batches as batch join airdrop_tasks as task on task.id = task_id join tickets using (ticket) where task.state = 0 and signature is not null",
  "some are paid":
    "select from airdrop_batches as batch join airdrop_tasks as task on task.id = task_id where task.state = 0 and is_paid",
  "all are paid": "select from airdrop_tasks having count(*) filter (where state = 0) = 0 and count(*) = $1",
};
/** More recipients than the page signs for at once, so that some are paid before the others' batches are signed. */
const holders = 600;
const timeout = 900_000;
/** The number of SIGKILLs at random moments of airdrops to `manyHolders`; TRIBE_KILLS lowers it for a trial run. */
const kills = Number(process.env.TRIBE_KILLS ?? 200);
const manyHolders = 2_000;
const killsPerAirdrop = 10;
/** A kill comes at most this long after a start: an airdrop to 2,000 takes some seconds. */
const maxLifeMs = 4_000;

/** All processes are killed at each of these steps and started again. */
describe("an airdrop whose server and chain are killed", () => {
  let folder: string;
  let database: { readonly url: string; stop(): Promise<void> };
  let pool: ReturnType<typeof createPool>;
  let tribe: Tribe;
  let chief: Person;
  let mint: Mint;
  let addOwners: (count: number) => Promise<void>;
  /** The amounts that the chain must hold for each recipient. */
  const due = new Map<Address, bigint[]>();
  let round = 0n;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tribe-kills-"));
    await chmod(folder, 0o755);
    database = await startEmbeddedDatabase({ dataDir: folder });
    await applyMigrations(database.url);
    const timeouts = { statement: 0, lock: 0, idleInTransaction: 0, answerGrace: 5_000 };
    pool = createPool(database.url, { max: 2, timeouts, onError: () => undefined });
    const env = { DATABASE_URL: database.url };
    tribe = await startTribe({ dataDir: join(folder, "server"), env, hasCompression: true });
    chief = await createTrader(tribe.appUrl, "killedchief", 180_000);
    mint = await gather([chief]);
    await chief.trade(mint, { side: "buy", tokens: tokens(200) });
    addOwners = async (count) => {
      const owners = Array.from({ length: count }, anyWallet);
      for (const owner of owners) due.set(owner, []);
      await pool.query(
        `insert into holdings (mint, owner, amount)
         select $1, owner, 1000000 + row_number() over () from json_array_elements_text($2::json) as owner`,
        [mint, JSON.stringify(owners)],
      );
    };
    await addOwners(holders);
  }, timeout);
  afterAll(async () => {
    await tribe?.stop();
    await pool?.end();
    await database?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** Waits until a query finds a row (true), or the airdrop has ended before that (false). */
  const isNow = async (statement: string, round: bigint, ended: AbortSignal): Promise<boolean> => {
    while (!ended.aborted) {
      if ((await pool.query(statement, statement.includes("$1") ? [round] : [])).rowCount) return true;
      await wait(5);
    }
    return false;
  };
  /** Continues an airdrop until it is complete, although kills of the server make the page's calls fail. */
  const give = async (units: bigint): Promise<void> => {
    for (;;) {
      try {
        return await chief.airdrop(mint, tokenUnits(units));
      } catch {
        const { task } = await chief.api(routes.airdrop.existing, { query: { mint } });
        // The airdrop was complete, and only the answer was lost.
        if (task === null) return;
      }
    }
  };
  const compressedOf = async (owner: Address): Promise<readonly bigint[]> => {
    const { accounts } = await connectCompression(tribe.config().rpcUrl).accountsOf(owner);
    return accounts.map(({ amount }) => amount);
  };

  /**
   * Expects that the newest airdrop is complete, and that each recipient holds exactly the amounts of all airdrops on chain.
   */
  const expectPaid = async (units: bigint, moment: string): Promise<void> => {
    const { rows } = await pool.query<{ id: string; state: number }>(
      "select id, state from airdrop_tasks order by created_at desc limit 1",
    );
    expect(rows[0]?.state, moment).toBe(airdropState.completed);
    const { rows: entries } = await pool.query<{ address: Address; amount: string }>(
      "select address, amount from airdrop_entries where task_id = $1 and place is not null",
      [rows[0]?.id],
    );
    expect(entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(units);
    for (const { address, amount } of entries) due.get(address)?.push(BigInt(amount));
    for (const [owner, amounts] of due)
      expect((await compressedOf(owner)).toSorted(byValue), `${moment}: ${owner}`).toEqual(amounts.toSorted(byValue));
  };
  /** The balance of the Chief's own token account on chain. */
  const heldByChief = async (): Promise<bigint> => {
    const account = toChainAddress(await associatedTokenAddress(chief.address, mint, "token2022"));
    const rpc = createSolanaRpc(tribe.config().rpcUrl);
    return BigInt((await rpc.getTokenAccountBalance(account, { commitment: "confirmed" }).send()).value.amount);
  };

  it(
    `pays each of ${holders} once, when killed at each of ${Object.keys(moments).length} steps`,
    async () => {
      onTestFailed(() => void process.stdout.write(tribe.output().slice(-6_000)));
      for (const [moment, statement] of Object.entries(moments)) {
        round += 1n;
        const ended = new AbortController();
        const units = 1_000_000_000n + round;
        const given = give(units).finally(() => ended.abort());
        given.catch(() => undefined); // awaited below
        const killed = await isNow(statement, round, ended.signal);
        if (killed) {
          await tribe.kill();
          await tribe.start();
        }
        await given;
        expect(killed, moment).toBe(true);
        await expectPaid(units, moment);
      }
    },
    timeout,
  );

  it(
    `pays each of ${manyHolders} once through ${kills} kills at random moments, and takes exactly that amount from the Chief`,
    async () => {
      onTestFailed(() => void process.stdout.write(tribe.output().slice(-6_000)));
      await addOwners(manyHolders - holders);
      for (let killed = 0; killed < kills; ) {
        round += 1n;
        const units = 1_000_000_000n + round;
        const before = await heldByChief();
        const ended = new AbortController();
        const isFixed = async () =>
          (await pool.query("select from airdrop_tasks where amount = $1", [units.toString()])).rowCount === 1;
        const given = (async () => {
          do await give(units);
          while (!(await isFixed()));
        })().finally(() => ended.abort());
        given.catch(() => undefined); // awaited below
        const lives: number[] = [];
        while (lives.length < killsPerAirdrop && killed + lives.length < kills) {
          const life = randomInt(maxLifeMs);
          await wait(life, undefined, { signal: ended.signal }).catch(() => undefined);
          if (ended.signal.aborted) break;
          lives.push(life);
          await tribe.kill();
          await tribe.start();
        }
        await given;
        killed += lives.length;
        const moments = `${killed} deaths, the last after ${lives.join(", ")} ms`;
        await expectPaid(units, moments);
        expect(before - (await heldByChief()), moments).toBe(units);
        process.stdout.write(`${moments}: all ${due.size} hold exactly theirs\n`);
      }
    },
    kills * 60_000,
  );
});

const byValue = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
