// `npm run db:generate -w @tribe/server -- NAME`: writes the next migration from every module's schema. Those that are
// there stay as they are: installations have run them. Drizzle compares the schema with the newest snapshot alone and numbers by the
// journal, so that one snapshot is kept: the one before is deleted once the new migration is complete.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const migrations = join(folder, "migrations");
const meta = join(migrations, "meta");

const snapshots = () => readdirSync(meta).filter((file) => file.endsWith("_snapshot.json"));

/**
 * The journal's last migration: its name, and that of its snapshot.
 * @returns {{ tag: string, snapshot: string }}
 */
const newest = () => {
  const { entries } = JSON.parse(readFileSync(join(meta, "_journal.json"), "utf8"));
  const { idx, tag } = entries.at(-1);
  return { tag, snapshot: `${String(idx).padStart(4, "0")}_snapshot.json` };
};

const before = newest();
const [snapshot, ...others] = snapshots();
if (snapshot !== before.snapshot || others.length > 0) {
  const found = snapshots().join(", ") || "none";
  console.error(
    `migrations/meta must have one snapshot, ${before.snapshot} of the journal's last migration, and has ${found}. ` +
      "An earlier run failed, or two branches were merged: restore the folder as main has it, and generate yours again.",
  );
  process.exit(1);
}

const name = process.argv[2] ?? "tribe";
const { status } = spawnSync("npx", ["drizzle-kit", "generate", "--name", name], { cwd: folder, stdio: "inherit" });

const { tag, snapshot: written } = newest();
const isComplete =
  written !== before.snapshot && snapshots().includes(written) && existsSync(join(migrations, `${tag}.sql`));
if (status === 0 && isComplete) rmSync(join(meta, before.snapshot));
process.exit(status ?? 1);
