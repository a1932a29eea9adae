import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
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
    const said = (await Promise.all(answers)).sort();
    expect(said).toEqual([...children.slice(1).map(() => "LedgerLockedError"), "taken"]);
  }
});
