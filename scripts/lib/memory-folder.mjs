// Where the suites keep what they write and throw away: in memory where there is enough of it. A database and a chain
// of their own for each file of tests wait for the disk at every commit otherwise, a third of the whole run.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const shared = "/dev/shm";
const prefix = "tribe-tests-";
/** What all files of tests that run at once write at most, several times over. */
const neededBytes = 4 * 1_024 ** 3;
/** The processes need memory, too: Chromium, PostgreSQL and servers, each more than once. */
const neededMemory = 2 * neededBytes;

/**
 * Makes a temporary folder in memory for the processes that get it as TMPDIR.
 * @returns {{ env: Record<string, string>, remove: () => void }} the variables that say so and what removes it; no variables where memory is short or programs can't run there.
 */
export const openMemoryFolder = () => {
  const none = { env: {}, remove: () => undefined };
  if (process.platform !== "linux") return none;
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(shared);
    if (bavail * bsize < neededBytes || process.availableMemory() < neededMemory) return none;
    const folder = mkdtempSync(join(shared, `${prefix}${process.pid}-`));
    // As root, PostgreSQL runs as another user, who must get in.
    chmodSync(folder, 0o1777);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    if (runsPrograms(folder)) return { env: { TMPDIR: folder }, remove };
    remove();
  } catch {
    // Then the disk has to do.
  }
  return none;
};

/**
 * Some systems run no program from memory; a copy of PostgreSQL may have to.
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

/** What runs left behind that were killed. */
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
