import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const migrations = join(repository, "apps/server/migrations");
/** The database's parts of an installation's data folder, before its first start ends. */
const parts = ["postgres", "postgres-password"] as const;

/**
 * Puts an empty database with all migrations into a new data folder. Creating one takes seconds, so all tests with the same
 * migrations copy one; each copy is still a PostgreSQL of its own. If none can be created, the folder is left unchanged, and
 * the first start creates the database.
 */
export const copyMigratedDatabase = async (dataDir: string): Promise<void> => {
  const template = await findTemplate();
  if (template) await run("cp", ["-a", ...parts.map((part) => join(template, part)), dataDir]);
};

const findTemplate = async (): Promise<string | null> => {
  // `cp -a` keeps the owner: as root, PostgreSQL runs as another user.
  if (process.platform !== "linux") return null;
  const template = join(tmpdir(), `tribe-database-${await versionOfTables()}`);
  const isMade = async () => (await readdir(template).catch(() => [])).length > 0;
  if (await isMade()) return template;
  const partial = await mkdtemp(`${template}-`);
  try {
    await chmod(partial, 0o711);
    // In a separate process: most tests that copy a database load nothing of the server.
    await run(
      process.execPath,
      ["--import", "tsx", fileURLToPath(new URL("./make-database.ts", import.meta.url)), partial],
      {
        cwd: repository,
      },
    );
    for (const part of await readdir(partial))
      if (!parts.some((one) => one === part)) await rm(join(partial, part), { recursive: true });
    // The database is outside of the folder, where the database's user can't enter it: it cannot be copied.
    if (!(await readdir(partial)).includes("postgres")) return null;
    // The rename completes it; of two concurrent ones the second is discarded.
    await rename(partial, template).catch(() => undefined);
    return (await isMade()) ? template : null;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
};

/** A hash of what the database depends on: our migrations, and the versions of PostgreSQL and of the job queue. */
const versionOfTables = async (): Promise<string> => {
  const hash = createHash("sha256");
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const makers = ["package-lock.json", "apps/server/src/engines/database/cluster.ts"].map((name) =>
    join(repository, name),
  );
  for (const file of [...makers, ...names.map((name) => join(migrations, name))])
    hash.update(await readFile(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
};
