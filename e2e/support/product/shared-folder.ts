import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killProcess, killTree, serverProgram } from "./processes.ts";

const variable = "TRIBE_SHARED_PRODUCTS";
/** In an installation's data folder: the id of its server's process. */
export const pidFile = "server.pid";

/** The folder of this run's shared installations. */
export const sharedFolder = (): string => {
  const folder = process.env[variable];
  if (!folder) throw new Error(`${variable} is set by the set-up of the suites that run the whole product`);
  return folder;
};

/**
 * Before the suites that run the whole product: a folder for the installations that their processes share. Afterwards, also
 * after a failure, ends these installations.
 * @public Vitest calls it.
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-shared-"));
  // Under root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  process.env[variable] = folder;
  return async () => {
    for (const name of await readdir(folder)) {
      const pid = await readFile(join(folder, name, pidFile), "utf8").catch(() => null);
      if (pid) await killProcess(Number(pid), serverProgram);
    }
    await killTree(undefined, folder);
    await rm(folder, { recursive: true, force: true });
  };
};
