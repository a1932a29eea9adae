import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const server = fileURLToPath(new URL("../../", import.meta.url));
const installed = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const run = promisify(execFile);

let folder: string;
const meta = () => join(folder, "migrations/meta");
const snapshots = async () => (await readdir(meta())).filter((file) => file !== "_journal.json");
const tags = async () => {
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(join(meta(), "_journal.json"), "utf8"));
  return journal.entries.map(({ tag }) => tag);
};

/** Runs the script in the scratch folder. @throws with its `stderr` */
const generate = (name: string) => run(process.execPath, ["scripts/generate-migration.mjs", name], { cwd: folder });

const schema = (columns: string) =>
  writeFile(
    join(folder, "src/schema.ts"),
    `import { integer, pgTable, text } from "drizzle-orm/pg-core";
export const boats = pgTable("boats", { name: text().primaryKey(), ${columns} });\n`,
  );

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-migrations-"));
  await mkdir(join(folder, "src"));
  await cp(join(server, "scripts"), join(folder, "scripts"), { recursive: true });
  await copyFile(join(server, "drizzle.config.ts"), join(folder, "drizzle.config.ts"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The scratch folder after its first migration, by Drizzle itself. */
const begin = async () => {
  await symlink(installed, join(folder, "node_modules"));
  await schema("");
  await run("npx", ["drizzle-kit", "generate", "--name", "first"], { cwd: folder });
};

test("each migration is compared with the one before, whose snapshot it replaces", async () => {
  await begin();
  await schema("length: integer()");
  await generate("length");
  expect(await snapshots()).toEqual(["0001_snapshot.json"]);
  await schema("length: integer(), crew: integer().notNull().default(1)");
  await generate("crew");
  expect(await snapshots()).toEqual(["0002_snapshot.json"]);
  expect(await tags()).toEqual(["0000_first", "0001_length", "0002_crew"]);
  const sql = await readFile(join(folder, "migrations/0002_crew.sql"), "utf8");
  expect(sql.trim()).toBe(`ALTER TABLE "boats" ADD COLUMN "crew" integer DEFAULT 1 NOT NULL;`);
  await generate("nothing");
  expect(await snapshots()).toEqual(["0002_snapshot.json"]);
  expect(await tags()).toHaveLength(3);
});

/** The scratch folder with files by hand, and in Drizzle's place a program that does what a crash would leave. */
const beginWith = async (drizzle: string) => {
  await mkdir(meta(), { recursive: true });
  await writeFile(join(meta(), "_journal.json"), JSON.stringify({ entries: [{ idx: 0, tag: "0000_first" }] }));
  await writeFile(join(meta(), "0000_snapshot.json"), "{}");
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  const file = join(folder, "node_modules/.bin/drizzle-kit");
  await writeFile(file, `#!/bin/sh\nset -e\ncd migrations\n${drizzle}\n`);
  await chmod(file, 0o755);
};
const newSnapshot = "echo '{}' > meta/0001_snapshot.json";
const newEntry = `echo '{"entries":[{"idx":0,"tag":"0000_first"},{"idx":1,"tag":"0001_second"}]}' > meta/_journal.json`;
const newSql = "echo 'select 1;' > 0001_second.sql";

test.each([
  ["fails before it writes", "exit 3"],
  ["ends after the snapshot", `${newSnapshot}; exit 3`],
  ["ends without the journal's entry", `${newSnapshot}; ${newSql}`],
  ["ends without the migration", `${newSnapshot}; ${newEntry}`],
  ["ends without the snapshot", `${newEntry}; ${newSql}`],
  ["fails after all of it", `${newSnapshot}; ${newEntry}; ${newSql}; exit 3`],
])("the snapshot before is kept when the generator %s", async (_how, drizzle) => {
  await beginWith(drizzle);
  await generate("second").catch(() => null);
  expect(await snapshots()).toContain("0000_snapshot.json");
});

test("it is deleted once the new one, its entry and its migration are there", async () => {
  await beginWith(`${newSnapshot}; ${newEntry}; ${newSql}`);
  await generate("second");
  expect(await snapshots()).toEqual(["0001_snapshot.json"]);
});

test.each([
  ["two snapshots", ["0000_snapshot.json", "0001_snapshot.json"]],
  ["no snapshot", []],
  ["a snapshot of another migration", ["0001_snapshot.json"]],
])("nothing is generated beside %s", async (_what, files) => {
  await beginWith(`${newSnapshot}; ${newEntry}; ${newSql}`);
  await rm(join(meta(), "0000_snapshot.json"));
  for (const file of files) await writeFile(join(meta(), file), "{}");
  await expect(generate("second")).rejects.toThrow("must have one snapshot");
  expect(await snapshots()).toEqual(files);
  expect(await tags()).toEqual(["0000_first"]);
});

test("the repository has the newest snapshot alone", async () => {
  const entries = await readdir(join(server, "migrations/meta"));
  const all = (await readdir(join(server, "migrations"))).filter((file) => file.endsWith(".sql")).sort();
  expect(entries.sort()).toEqual([`${all.at(-1)?.slice(0, 4)}_snapshot.json`, "_journal.json"]);
});
