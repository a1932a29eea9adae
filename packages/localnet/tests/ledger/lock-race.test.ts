import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockLedger } from "../../src/ledger/lock.ts";
import { temporaryFolder } from "../support.ts";

const locker = fileURLToPath(new URL("../fixtures/locker.ts", import.meta.url));
const folder = temporaryFolder();
const children: ChildProcess[] = [];

beforeAll(async () => {
  for (let i = 0; i < 4; i++) {
    const child = fork(locker, { execArgv: ["--import", "tsx"] });
    children.push(child);
    await once(child, "message");
  }
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  folder.remove();
});

it.each([
  ["a killed process left its lock", JSON.stringify({ pid: 999_999_999, started: "long ago", token: "dead" })],
  ["its lock is no lock at all", "{"],
  ["there is no lock", undefined],
])("is given to one of many that want a folder at the same moment when %s", async (what, lock) => {
  for (let round = 0; round < 15; round++) {
    const ledger = join(folder.path, `${what} ${round}`);
    mkdirSync(ledger);
    if (lock !== undefined) writeFileSync(join(ledger, "ledger.lock"), lock);
    const answers = children.map(async (child) => String((await once(child, "message"))[0]));
    for (const child of children) child.send({ folder: ledger, at: Date.now() + 20 });
    const outcomes = (await Promise.all(answers)).sort();
    expect(outcomes).toEqual([...children.slice(1).map(() => "LedgerLockedError"), "taken"]);
  }
});

/** Only Linux says that a process is a zombie. */
const reportsZombies = existsSync("/proc/self/stat");

it.runIf(reportsZombies)(
  "is taken over from a process that has ended, also while its parent has not asked for it",
  async () => {
    const ledger = join(folder.path, "zombie");
    mkdirSync(ledger);
    // The shell is replaced by another program, which never waits for the shell's child.
    const parent = spawn("sh", [
      "-c",
      '"$0" --import tsx "$1" "$2" & exec sleep 600',
      process.execPath,
      locker,
      ledger,
    ]);
    try {
      const state = () => {
        const { pid }: { pid: number } = JSON.parse(readFileSync(join(ledger, "ledger.lock"), "utf8"));
        return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.[0];
      };
      await expect.poll(state).toBe("Z");
      const unlock = lockLedger(ledger);
      expect(() => lockLedger(ledger)).toThrow("in use");
      unlock();
    } finally {
      parent.kill("SIGKILL");
    }
  },
);
