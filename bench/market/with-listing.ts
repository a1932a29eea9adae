import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/engines/database/embedded.ts";
import { startTribe } from "../../e2e/support/product/tribe.ts";
import { type ListingSize, seedListing } from "./seed-listing.ts";

/** A running server over a database of its own that has so many Tribes. */
export interface ListingServer {
  readonly appUrl: string;
  readonly databaseUrl: string;
}

/** Seeds an embedded PostgreSQL, starts the real server with these roles on it, and ends and removes both afterwards. */
export const withListing = async <T>(
  size: ListingSize,
  roles: readonly string[],
  work: (server: ListingServer) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-bench-"));
  await chmod(folder, 0o755);
  const { url, stop } = await startEmbeddedDatabase({ dataDir: folder });
  try {
    await applyMigrations(url);
    await seedListing(url, size);
    const tribe = await startTribe({ env: { DATABASE_URL: url }, args: ["--empty", `--roles=${roles.join(",")}`] });
    try {
      return await work({ appUrl: tribe.appUrl, databaseUrl: url });
    } finally {
      await tribe.stop();
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
};
