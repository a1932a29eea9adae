import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mint } from "@tribe/contract";
import { createPool } from "../../apps/server/src/db/client.ts";
import { applyMigrations } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/engines/database/embedded.ts";
import { anyWallet } from "../../apps/server/src/modules/airdrop/testing/given-tokens.ts";
import { startTribe, type Tribe } from "../../e2e/support/product/tribe.ts";

/** A whole product, and a function that adds holders to its Tribes. */
export interface Product {
  readonly tribe: Tribe;
  /** The folder of this run, deleted afterwards. */
  readonly folder: string;
  /** Adds holders to the index, with the data that an airdrop needs. */
  addHolders(mint: Mint, count: number): Promise<void>;
}

/** Runs `work` with a product whose database can be written to. @param envOf additional environment, by the run's folder */
export const withProduct = async <T>(
  envOf: (folder: string) => Readonly<Record<string, string>>,
  use: (product: Product) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-bench-"));
  await chmod(folder, 0o755);
  const { url, stop } = await startEmbeddedDatabase({ dataDir: folder });
  try {
    await applyMigrations(url);
    const env = { ...envOf(folder), DATABASE_URL: url };
    const tribe = await startTribe({ dataDir: join(folder, "server"), env, hasCompression: true });
    try {
      return await use({ tribe, folder, addHolders: (mint, count) => addHolders(url, mint, count) });
    } finally {
      await tribe.stop();
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const addHolders = async (databaseUrl: string, mint: Mint, count: number): Promise<void> => {
  const onError = (error: unknown) => {
    throw error;
  };
  const pool = createPool(databaseUrl, {
    max: 1,
    timeouts: { statement: 0, lock: 0, idleInTransaction: 0, answerGrace: 5_000 },
    onError,
  });
  const owners = JSON.stringify(Array.from({ length: count }, anyWallet));
  try {
    await pool.query(
      `insert into holdings (mint, owner, amount)
       select $1, owner, 1000000 + row_number() over () from json_array_elements_text($2::json) as owner`,
      [mint, owners],
    );
  } finally {
    await pool.end();
  }
};
