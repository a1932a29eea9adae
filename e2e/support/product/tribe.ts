import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type AnswerOf, createApiClient, routes } from "@tribe/contract";
import { copyMigratedDatabase } from "../../../apps/server/src/testing/migrated-database.ts";
import { freePorts } from "./ports.ts";
import { killTree, processesOf, serverProgram } from "./processes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Downloaded once for all tests of a checkout. */
const lightFolder = join(root, "node_modules/.cache/tribe-light");
const readyTimeoutMs = 150_000;
const stopTimeoutMs = 20_000;

interface TribeOptions {
  /** A given folder is kept after `stop`; the default is a temporary folder, which is removed. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** With Light Protocol's programs, which airdrops need; all tests share one package of them. */
  readonly hasCompression?: boolean;
  /** Command-line options; `--empty` by default: no example world. */
  readonly args?: readonly string[];
  /** Another checkout of the product, installed and built; this one by default. */
  readonly root?: string;
  /**
   * Uses the product's default host names. Otherwise plain `localhost`: Node can't resolve the others on every system, and most
   * tests have clients in Node.
   */
  readonly hasOwnName?: true;
  /** Creates its database itself, as on a first start; by default it gets a copy of an empty one. */
  readonly makesDatabase?: true;
}

/** The whole product as a user starts it: server, chain and database, on free ports. */
export interface Tribe {
  /** With plain `localhost`, which Node can resolve, too. */
  readonly appUrl: string;
  readonly dataDir: string;
  /** The configuration of the running installation; read again after each start. */
  config(): AnswerOf<typeof routes.system.config>;
  /** The URL of the local mode's inbox, which receives all mail. */
  mailUrl(): string;
  /** Milliseconds from the start of the process to its first `/readyz` 200. */
  readonly startMs: number;
  /** Its output since the last start. */
  output(): string;
  /** The id of the server's process; undefined while it does not run. */
  pid(): number | undefined;
  /** The ids of all its processes. */
  processes(): Promise<readonly number[]>;
  /** SIGKILLs all its processes at once. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and ports. @throws Error with its last output when it does not get ready. */
  start(): Promise<void>;
  /** Stops it gracefully, and removes a temporary folder. */
  stop(): Promise<void>;
}

/** Starts the real server program with a new data folder and waits until it is ready. */
export const startTribe = async (options: TribeOptions = {}): Promise<Tribe> => {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const [port, signerPort, devkitPort, rpcPort] = await freePorts(4);
  const appUrl = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: "production",
    TRIBE_DATA_DIR: dataDir,
    TRIBE_PORT: String(port),
    TRIBE_SIGNER_PORT: String(signerPort),
    TRIBE_DEVKIT_PORT: String(devkitPort),
    TRIBE_RPC_PORT: String(rpcPort),
    ...(options.hasOwnName ? {} : { TRIBE_PUBLIC_URL: appUrl }),
    TRIBE_LIGHT_DIR: options.hasCompression ? lightFolder : "off",
    ...options.env,
  };
  const home = options.root ?? root;
  const args = [...programOf(home), ...(options.args ?? ["--empty"])];
  const ask = createApiClient({ origin: appUrl, credentials: () => null });

  let child: ChildProcess | null = null;
  let printed = "";
  let config: AnswerOf<typeof routes.system.config> | null = null;
  let startMs = 0;

  const start = async (): Promise<void> => {
    const began = performance.now();
    printed = "";
    const running = spawn(process.execPath, args, {
      cwd: home,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = running;
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed = (printed + text).slice(-200_000);
      });
    while (!(await isReady(appUrl))) {
      const hasEnded = running.exitCode !== null || running.signalCode !== null;
      if (hasEnded || performance.now() - began > readyTimeoutMs) {
        await killTree(running.pid, dataDir);
        throw new Error(
          `Tribe did not get ready (${running.exitCode ?? running.signalCode}):\n${printed.slice(-4_000)}`,
        );
      }
      await wait(50);
    }
    startMs = performance.now() - began;
    config = await ask(routes.system.config, {});
  };

  const kill = async (): Promise<void> => {
    await killTree(child?.pid, dataDir);
    child = null;
  };

  const stop = async (): Promise<void> => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })]);
    }
    await kill();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };

  if (!options.makesDatabase && options.dataDir === undefined) await copyMigratedDatabase(dataDir);
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const known = () => {
    if (!config) throw new Error("Tribe has not started");
    return config;
  };
  return {
    appUrl,
    dataDir,
    config: known,
    mailUrl: () => {
      const { localMode } = known();
      if (!localMode) throw new Error("The embedded mode links its inbox");
      return localMode.mailUrl;
    },
    get startMs() {
      return startMs;
    },
    output: () => printed,
    pid: () => child?.pid,
    processes: () => processesOf(child?.pid, dataDir),
    kill,
    start,
    stop,
  };
};

/** A checkout's server as its `npm start` runs it: the built program, or the sources in a checkout without a build. */
const programOf = (home: string): readonly string[] =>
  existsSync(join(home, serverProgram))
    ? ["--enable-source-maps", join(home, serverProgram)]
    : ["--import", "tsx", join(home, "apps/server/src/main.ts")];

/** Whether an installation answers that it is ready. */
export const isReady = async (appUrl: string): Promise<boolean> => {
  try {
    const response = await fetch(`${appUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};

/** Readable for everyone: under root, PostgreSQL runs as another user. */
const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-e2e-"));
  await chmod(folder, 0o755);
  return folder;
};
