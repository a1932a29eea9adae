import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The server program's path in a checkout, also on the command line of its process. */
export const serverProgram = "apps/server/dist/main.js";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
  readonly command: string;
}

const list = async (): Promise<readonly Process[]> => {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,command="], { maxBuffer: 16_777_216 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, state = "", command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), isZombie: state.startsWith("Z"), command }] : [];
  });
};

/**
 * All running processes of an installation: the root, which this process has started, all processes with its data folder on
 * their command line (the chain and the database, which have their own sessions), and all descendants. After the root's end the
 * system may reuse its id, on a busy machine within minutes, so the root must be our child.
 */
export const processesOf = async (root: number | undefined, dataDir: string): Promise<readonly number[]> => {
  const all = await list();
  const family = new Set(
    all
      .filter(({ pid, parent, command }) => (pid === root && parent === process.pid) || command.includes(dataDir))
      .map(({ pid }) => pid),
  );
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  family.delete(process.pid);
  return all.filter(({ pid, isZombie }) => family.has(pid) && !isZombie).map(({ pid }) => pid);
};

/** SIGKILLs all processes of an installation at once and waits for their end. */
export const killTree = async (root: number | undefined, dataDir: string): Promise<void> => {
  for (;;) {
    const family = await processesOf(root, dataDir);
    if (family.length === 0) return;
    for (const pid of family) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // ended by itself meanwhile
      }
    }
    await wait(20);
  }
};

/** SIGKILLs a process, unless its id belongs to another program by now. */
export const killProcess = async (pid: number, named: string): Promise<void> => {
  if ((await list()).some((one) => one.pid === pid && one.command.includes(named))) process.kill(pid, "SIGKILL");
};

/** The memory of the processes (proportional set size), in bytes; null where the system does not report it. */
export const memoryOf = async (pids: readonly number[]): Promise<number | null> => {
  let total = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => null);
    const kilobytes = rollup ? /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] : null;
    if (!kilobytes) return null;
    total += Number(kilobytes) * 1_024;
  }
  return total;
};

/** Running children of a process with a given text on their command line. */
export const childrenOf = async (parent: number | undefined, named: string): Promise<readonly number[]> =>
  (await list())
    .filter((child) => child.parent === parent && !child.isZombie && child.command.includes(named))
    .map(({ pid }) => pid);
