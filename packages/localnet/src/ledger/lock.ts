import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Another process uses the folder. */
export class LedgerLockedError extends Error {
  constructor(folder: string, pid: number) {
    super(`the ledger ${folder} is in use by process ${pid}`);
    this.name = "LedgerLockedError";
  }
}

interface Holder {
  readonly pid: number;
  readonly started: string;
  readonly token: string;
}

/** The state of a zombie: it has ended, and its parent has not waited for it yet. */
const ended = "ended";

/** Distinguishes a process from a later one with the same id; empty where the system doesn't say. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    // Behind the name, which may contain anything: the state first, the start as the twentieth.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? ended : `${boot}:${fields[19] ?? ""}`;
  } catch {
    return "";
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.started === startOf(process.pid);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return holder.started === startOf(holder.pid);
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value !== "object" || value === null) return undefined;
    const { pid, started, token } = value as Partial<Record<keyof Holder, unknown>>; // checked in the next line
    if (typeof pid !== "number" || typeof started !== "string" || typeof token !== "string") return undefined;
    if (!/^\w{1,64}$/.test(token)) return undefined;
    return { pid, started, token };
  } catch {
    return undefined;
  }
}

/** Creates a file with its whole content atomically. False when it exists. */
function makeWhole(path: string, content: string, token: string): boolean {
  const draft = `${path}.new.${token}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Creates a lock file, or takes over one whose process has ended. Several processes may find the same stale lock: the right to
 * replace it is a lock of its own, named after the stale one's token, which is never reused.
 * @throws LedgerLockedError
 */
function acquire(path: string, folder: string, mine: Holder): void {
  const content = JSON.stringify(mine);
  while (!makeWhole(path, content, mine.token)) {
    const found = readHolder(path);
    if (found !== undefined && isAlive(found)) throw new LedgerLockedError(folder, found.pid);
    const right = `${path}.${found?.token ?? "unreadable"}`;
    acquire(right, folder, mine);
    try {
      // The previous holder of that right has replaced or removed the lock: start again.
      if (!existsSync(path) || readHolder(path)?.token !== found?.token) continue;
      const draft = `${path}.new.${mine.token}`;
      writeFileSync(draft, content, { mode: 0o600 });
      renameSync(draft, path);
      return;
    } finally {
      rmSync(right, { force: true });
    }
  }
}

/**
 * Locks a ledger folder for this process. The lock of a process that was killed is taken over.
 * @throws LedgerLockedError
 */
export function lockLedger(folder: string): () => void {
  const path = join(folder, "ledger.lock");
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), token: randomBytes(8).toString("hex") };
  acquire(path, folder, mine);
  return () => {
    if (readHolder(path)?.token === mine.token) rmSync(path, { force: true });
  };
}
