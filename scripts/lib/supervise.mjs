// Keeps the server running: restarts it after a crash, on the same ports.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fail, print } from "./terminal.mjs";

const restartsInWindow = 5;
const windowMs = 60_000;
const engineEndMs = 15_000;
/** `exitCodes` of apps/server/src/start/exit-codes.ts. */
const codes = { failedStart: 1, wrongSetting: 78 };
const portNames = {
  app: "TRIBE_PORT",
  signer: "TRIBE_SIGNER_PORT",
  devkit: "TRIBE_DEVKIT_PORT",
  rpc: "TRIBE_RPC_PORT",
};

/**
 * The server's messages over its channel: `Report` of apps/server/src/start/supervisor.ts.
 * @typedef {{ kind: "ready" } | { kind: "engines", pids: number[], ports: Record<string, number> }} Report
 */

/**
 * Runs the server until it ends without a crash, and ends this process in the same way. At most 5 restarts per minute.
 * @param {string} file the server's entry
 * @param {string[]} options
 * @param {string} cwd
 */
export const supervise = async (file, options, cwd) => {
  let isStopping = false;
  /** @type {import("node:child_process").ChildProcess | null} */
  let server = null;
  // A terminal signals the whole group; another supervisor only this process.
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
    process.on(signal, () => {
      isStopping = true;
      server?.kill(signal);
    });

  /** The last run's report, and whether any run was ever ready. */
  const known = {
    /** @type {Record<string, string>} */
    ports: {},
    /** @type {number[]} */
    pids: [],
    wasReady: false,
  };
  /**
   * @param {string[]} args
   * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, error?: Error }>}
   */
  const runOnce = (args) =>
    new Promise((resolve) => {
      known.pids = [];
      const child = spawn(process.execPath, ["--enable-source-maps", file, ...args], {
        cwd,
        // React renders mails and cards, without its development checks.
        env: { NODE_ENV: "production", ...process.env, ...known.ports },
        stdio: ["inherit", "inherit", "inherit", "ipc"],
      });
      server = child;
      child.on("message", (message) => {
        const report = /** @type {Report} */ (message);
        if (report.kind === "ready") known.wasReady = true;
        if (report.kind !== "engines") return;
        known.pids = report.pids;
        known.ports = Object.fromEntries(
          Object.entries(portNames).map(([part, name]) => [name, String(report.ports[part])]),
        );
      });
      child.on("error", (error) => resolve({ code: codes.failedStart, signal: null, error }));
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });

  /** @type {number[]} */
  const restarts = [];
  for (let args = options; ; args = options.filter((option) => option !== "--reset")) {
    const { code, signal, error } = await runOnce(args);
    if (error) fail(`The server could not be started: ${error.message}`);
    await enginesEnded(known.pids);
    const isFirstStart = code === codes.failedStart && !known.wasReady;
    if (isStopping || code === 0 || code === codes.wrongSetting || isFirstStart) process.exit(code ?? 1);
    const now = Date.now();
    const lately = restarts.filter((at) => now - at < windowMs);
    if (lately.length >= restartsInWindow)
      fail(
        `The server crashed ${lately.length + 1} times within a minute and stays down. Nothing that was confirmed is lost; ` +
          "what it printed above says why. Start it again with: npm start",
      );
    restarts.splice(0, restarts.length, ...lately, now);
    print(`The server crashed (${signal ?? `code ${code}`}) and starts again …`);
  }
};

/**
 * Waits until a server's PostgreSQL and chain have ended, which they do by themselves; kills processes that hang.
 * @param {readonly number[]} pids
 */
const enginesEnded = async (pids) => {
  const deadline = Date.now() + engineEndMs;
  for (const pid of pids) {
    while (isAlive(pid) && Date.now() < deadline) await wait(50);
    if (isAlive(pid)) signalTo(pid, "SIGKILL");
  }
};

/** @param {number} pid */
const isAlive = (pid) => signalTo(pid, 0) && !isZombie(pid);

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
const signalTo = (pid, signal) => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * In a container without an init process a zombie is never reaped: it counts as ended.
 * @param {number} pid
 */
const isZombie = (pid) => {
  try {
    // `pid (name) state …`: the name may contain anything, even a parenthesis.
    return /^Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, ""));
  } catch {
    return false;
  }
};
