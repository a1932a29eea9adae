import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "@tribe/contract";
import { applyMigrations } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/engines/database/embedded.ts";
import { startTribe } from "../../e2e/support/product/tribe.ts";
import { type ListingSize, seedListing } from "./seed-listing.ts";
import { newVisitor } from "./visitor.ts";

/** A running server over a new database with this many Tribes. */
export interface ListingServer {
  readonly appUrl: string;
  readonly databaseUrl: string;
  /** Credentials of the people who signed up before the Tribes were seeded, in the order of their e-mail addresses. */
  readonly credentials: readonly Credentials[];
}

/**
 * Seeds an embedded PostgreSQL, starts the real server with these roles on it, and stops and removes both afterwards.
 * @param emails sign up before the seeding: their codes are mailed by a worker, which would pay out the seeded Tribes' earnings
 */
export const withListing = async <T>(
  size: ListingSize,
  roles: readonly string[],
  work: (server: ListingServer) => Promise<T>,
  emails: readonly string[] = [],
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-bench-"));
  await chmod(folder, 0o755);
  const { url, stop } = await startEmbeddedDatabase({ dataDir: folder });
  try {
    await applyMigrations(url);
    const startWith = (present: readonly string[]) =>
      startTribe({
        dataDir: join(folder, "server"),
        env: { DATABASE_URL: url },
        args: ["--empty", `--roles=${present.join(",")}`],
      });
    const credentials: Credentials[] = [];
    if (emails.length > 0) {
      const before = await startWith(["web", "worker"]);
      try {
        for (const email of emails) {
          const visitor = await newVisitor(before.appUrl);
          credentials.push(await visitor.signIn(email));
        }
      } finally {
        await before.stop();
      }
    }
    await seedListing(url, size);
    const tribe = await startWith(roles);
    try {
      return await work({ appUrl: tribe.appUrl, databaseUrl: url, credentials });
    } finally {
      await tribe.stop();
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
};
