import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The content of a running server's `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly dataFolder: string;
  readonly port: number;
}

/** Reads the lock file of a data folder; null when it is missing or incomplete. */
export const readPostmasterFile = async (dataFolder: string): Promise<PostmasterFile | null> => {
  const text = await readFile(join(dataFolder, "postmaster.pid"), "utf8").catch(() => "");
  const [pidText = "", folder = "", , portText = ""] = text.split("\n");
  const pid = Number.parseInt(pidText, 10);
  const port = Number.parseInt(portText, 10);
  return pid > 0 && folder ? { pid, dataFolder: folder.trim(), port: Number.isInteger(port) ? port : 0 } : null;
};

/** Tells whether a process exists, whoever owns it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // A zombie answers to signals but has ended; in a container without an init process nothing reaps it.
  return !stateOf(pid).startsWith("Z");
};

const stateOf = (pid: number): string => {
  if (process.platform !== "linux") return processInfo(pid, "stat");
  try {
    // `pid (name) state …`: the name may contain anything, also a parenthesis.
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
  } catch {
    return "Z";
  }
};

const processInfo = (pid: number, column: string): string => {
  try {
    return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
};

/** Tells whether a process is a PostgreSQL: after a reboot another process may have its number. */
export const isPostgres = async (pid: number): Promise<boolean> => {
  const name = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")) || processInfo(pid, "comm");
  return /^postgres/.test(basename(name.trim()));
};

/** Waits until a process has ended; false when it still runs after `timeoutMs`. */
export const waitForEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
};

/** Stops a postmaster: fast shutdown, then immediate (the next start recovers), then SIGKILL. */
export const endPostmaster = async (pid: number): Promise<void> => {
  for (const [signal, timeout] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForEnd(pid, timeout)) return;
  }
};
