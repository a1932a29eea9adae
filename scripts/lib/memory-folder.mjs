// Where the suites write temporary data: in memory if there is enough. Otherwise each file of tests, with its own database and
// chain, waits for the disk at every commit, a third of the whole run.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const shared = "/dev/shm";
const prefix = "tribe-tests-";
/** Several times what all files of tests that run at once write at most. */
const neededBytes = 4 * 1_024 ** 3;
/** The processes need memory, too: several instances of Chromium, PostgreSQL and servers. */
const neededMemory = 2 * neededBytes;

/**
 * Makes a temporary folder in memory for the processes that get it as TMPDIR.
 * @returns {{ env: Record<string, string>, remove: () => void }} its environment variables and a function that removes it; no
 * variables where memory is short or programs can't run there.
 */
export const openMemoryFolder = () => {
  const none = { env: {}, remove: () => undefined };
  if (process.platform !== "linux") return none;
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(shared);
    if (bavail * bsize < neededBytes || process.availableMemory() < neededMemory) return none;
    const folder = mkdtempSync(join(shared, `${prefix}${process.pid}-`));
    // As root, PostgreSQL runs as another user, who needs access.
    chmodSync(folder, 0o1777);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    if (runsPrograms(folder)) return { env: { TMPDIR: folder }, remove };
    remove();
  } catch {
    // The disk is used instead.
  }
  return none;
};

/**
 * Some systems don't run programs from memory; a copy of PostgreSQL may need that.
 * @param {string} folder
 */
const runsPrograms = (folder) => {
  const copy = join(folder, "probe");
  copyFileSync("/bin/true", copy);
  chmodSync(copy, 0o755);
  const { status } = spawnSync(copy);
  rmSync(copy);
  return status === 0;
};

/** Deletes folders of killed runs. */
const removeLeftovers = () => {
  for (const name of readdirSync(shared)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(shared, name), { recursive: true, force: true });
  }
};

/** @param {number} pid */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};
