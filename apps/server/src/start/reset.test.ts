import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import { isAlive } from "../engines/database/postmaster.ts";
import { lockDataFolder } from "./owner-lock.ts";
import { resetInstallation } from "./reset.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-reset-"));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a folder with foreign files is left unchanged", async () => {
  await writeFile(join(folder, "thesis.txt"), "years of work");
  await expect(resetInstallation(folder)).rejects.toThrow(/thesis\.txt.*Nothing was deleted/);
  expect(existsSync(join(folder, "thesis.txt"))).toBe(true);
});

test("a running installation is refused; a killed one's leftovers are stopped and deleted", async () => {
  const database = await startEmbeddedDatabase({ dataDir: folder });
  const owner = await lockDataFolder(database.url, folder);
  await expect(resetInstallation(folder)).rejects.toThrow(/already runs/);
  expect(isAlive(database.pid)).toBe(true);
  await owner.release();
  await resetInstallation(folder);
  expect(isAlive(database.pid)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test("message files are deleted, and the chain's npm package stays", async () => {
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "one"), "a picture");
  await mkdir(join(folder, "light"));
  await resetInstallation(folder);
  expect(await readdir(folder)).toEqual(["light"]);
});

test("a missing folder is not an error", async () => {
  await expect(resetInstallation(join(folder, "none"))).resolves.toBeUndefined();
});
