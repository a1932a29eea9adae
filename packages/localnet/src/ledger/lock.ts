import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Another process works on the folder. */
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

/** Tells a process from a later one with the same number; empty where the system doesn't say. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
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
    return { pid, started, token };
  } catch {
    return undefined;
  }
}

/**
 * Takes a ledger folder for this process. A lock whose process is gone (it was killed) is taken over.
 * @throws LedgerLockedError
 */
export function lockLedger(folder: string): () => void {
  const path = join(folder, "ledger.lock");
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), token: randomBytes(8).toString("hex") };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      const holder = readHolder(path);
      if (holder !== undefined && isAlive(holder)) throw new LedgerLockedError(folder, holder.pid);
      if (attempt >= 2) throw error;
      rmSync(path, { force: true });
    }
  }
  // Two processes may have found the same dead lock: whose words are in the file now holds it.
  const holder = readHolder(path);
  if (holder?.token !== mine.token) throw new LedgerLockedError(folder, holder?.pid ?? 0);
  return () => {
    if (readHolder(path)?.token === mine.token) rmSync(path, { force: true });
  };
}
