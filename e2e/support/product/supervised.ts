import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AnswerOf, createApiClient, routes } from "@tribe/contract";
import { afterEach, expect, onTestFailed } from "vitest";
import { insideEnv } from "./inside.ts";
import { childrenOf, killTree, processesOf, serverProgram } from "./processes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** `npm start` as a person runs it, without npm: the supervisor, and below it the server with its engines. */
export interface Supervised {
  readonly process: ChildProcess;
  readonly dataDir: string;
  /** The folder for {@link memoryInside} and {@link faultInside}. */
  readonly inside: string;
  /** All of its output. */
  output(): string;
  /** The number of occurrences of a text in its output. */
  count(part: string): number;
  /** The current server process; null during a restart. */
  server(): Promise<number | null>;
  /** All running processes of the installation, including the supervisor. */
  processes(): Promise<readonly number[]>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** Kills the remaining processes and removes all data. */
  remove(): Promise<void>;
}

/** Starts `scripts/start.mjs` with a new data folder; it chooses its ports as usual. */
const startSupervised = async (env: Readonly<Record<string, string>> = {}): Promise<Supervised> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-supervised-"));
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o755);
  const inside = await mkdtemp(join(tmpdir(), "tribe-inside-"));
  const child = spawn(process.execPath, ["scripts/start.mjs", "--empty"], {
    cwd: root,
    env: {
      ...process.env,
      ...insideEnv(inside),
      TRIBE_DATA_DIR: dataDir,
      TRIBE_LIGHT_DIR: "off",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  return {
    process: child,
    dataDir,
    inside,
    output: () => printed,
    count: (part) => printed.split(part).length - 1,
    server: async () => (await childrenOf(child.pid, serverProgram))[0] ?? null,
    processes: () => processesOf(child.pid, dataDir),
    ended,
    remove: async () => {
      await killTree(child.pid, dataDir);
      for (const folder of [dataDir, inside]) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** For polls: other processes may slow down each start. */
export const patient = { timeout: 150_000, interval: 50 } as const;
const ready = "Tribe is ready at ";
/** The beginning of the line that tells of a crash. */
export const crashed = "The server crashed (";

/** Waits until it has been ready so many times. */
export const readyTimes = (tribe: Supervised, count: number) =>
  expect.poll(() => tribe.count(ready), patient).toBe(count);
/** Its address, as its output says. */
export const addressOf = (tribe: Supervised): string => /Tribe is ready at (\S+)/.exec(tribe.output())?.[1] ?? "";
/** The server's process. */
export const serverOf = async (tribe: Supervised): Promise<number> => {
  const pid = await tribe.server();
  if (pid === null) throw new Error("no server runs");
  return pid;
};
/** Waits until none of its processes is left. */
export const nothingIsLeft = (tribe: Supervised) => expect.poll(tribe.processes, patient).toEqual([]);

/** Lets the tests of a file start installations with these settings; whatever a test leaves running ends with it. */
export const supervisedInTests = (): ((env?: Readonly<Record<string, string>>) => Promise<Supervised>) => {
  const running: Supervised[] = [];
  afterEach(async () => {
    for (const each of running.splice(0)) await each.remove();
  });
  return async (env = {}) => {
    const tribe = await startSupervised(env);
    running.push(tribe);
    onTestFailed(() => void process.stdout.write(tribe.output().slice(-6_000)));
    return tribe;
  };
};

/** What the installation at this origin says about itself. */
export const configOf = (origin: string): Promise<AnswerOf<typeof routes.system.config>> =>
  createApiClient({ origin, credentials: () => null })(routes.system.config, {});
