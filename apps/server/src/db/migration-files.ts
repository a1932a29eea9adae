import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import releases from "../../../../deploy/releases.json" with { type: "json" };
import { repository } from "../process/programs.ts";

/** One committed migration. */
export interface Migration {
  /** The name of its file, `0041_boats`. */
  readonly tag: string;
  /** When it was generated, in milliseconds: its identity in the database, as Drizzle's own migrator stores it. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** Whether it says of itself that it runs outside of a transaction, as `create index concurrently` must. */
  readonly isOutside: boolean;
}

/** The committed migrations' folder. */
export const migrationsFolder = join(repository, "apps/server/migrations");

/** First line of a migration that must not run in a transaction. */
export const outsideMark = "-- outside a transaction";

/** The migrations of a folder in their order. @throws Error when one is missing */
export const readMigrations = (folder = migrationsFolder): readonly Migration[] => {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(join(folder, "meta/_journal.json"), "utf8"),
  );
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    return {
      tag,
      when,
      hash: createHash("sha256").update(text).digest("hex"),
      statements: text.split("--> statement-breakpoint"),
      isOutside: text.startsWith(outsideMark),
    };
  });
};

/**
 * The last migration of the newest release: code that has it may still run on a database with all of ours, as what a release uses is
 * removed one release later at the earliest (docs/decisions/0218-migrations-are-a-step-of-their-own.md).
 */
export const lastOfNewestRelease = (): string => {
  const [newest] = releases.releases;
  if (!newest) throw new Error("deploy/releases.json has no release");
  return newest.lastMigration;
};
