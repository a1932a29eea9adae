import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

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
 * Every living process of one installation: the root, which this process has started, whatever names its data folder on its
 * command line (the chain, the database: they lead sessions of their own), and all that descends from these. Once the root has
 * ended the system gives its number to somebody else, on a busy machine within minutes: only a child of ours is the root.
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

/** SIGKILLs a whole installation at once and waits until none of it is left. */
export const killTree = async (root: number | undefined, dataDir: string): Promise<void> => {
  for (;;) {
    const family = await processesOf(root, dataDir);
    if (family.length === 0) return;
    for (const pid of family) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // it ended by itself in between
      }
    }
    await wait(20);
  }
};

/** Memory that the processes really take (proportional set size), in bytes; null where the system does not tell. */
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

/** Living children of a process whose command line names something. */
export const childrenOf = async (parent: number | undefined, named: string): Promise<readonly number[]> =>
  (await list())
    .filter((child) => child.parent === parent && !child.isZombie && child.command.includes(named))
    .map(({ pid }) => pid);
