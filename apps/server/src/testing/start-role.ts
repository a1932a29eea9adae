import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { keysOfRole } from "../start/role-keys.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const serverFolder = fileURLToPath(new URL("../..", import.meta.url));

const build = `import { ensureBuilt } from "./scripts/lib/build.mjs"; await ensureBuilt(["apps/server"]);`;
let built: Promise<unknown> | null = null;

/** A role in a process of its own. */
export interface RoleProcess {
  readonly origin: string;
  /** Its data folder, with only its own keys. */
  readonly dataDir: string;
  /** Kills it immediately, as if the machine had crashed. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one role as an operator does, on a running database, without providers, and without mail and chain unless they are
 * given. @param folder has the whole installation's keys; the role gets a folder in it. @throws Error with the process's
 * output, when it ends by itself
 */
export const startRole = async (
  role: "web" | "keys" | "worker",
  {
    folder,
    databaseUrl,
    smtpUrl = "smtp://127.0.0.1:9",
    rpcUrl = "http://127.0.0.1:9",
  }: {
    readonly folder: string;
    readonly databaseUrl: string;
    readonly smtpUrl?: string;
    readonly rpcUrl?: string;
  },
): Promise<RoleProcess> => {
  const dataDir = join(folder, role);
  await mkdir(join(dataDir, "keys"), { recursive: true });
  for (const name of keysOfRole[role]) {
    const file = name === "admin" ? "admin.json" : `${name}.key`;
    await cp(join(folder, "keys", file), join(dataDir, "keys", file));
  }
  const port = await freePort();
  // A built server starts in a third of the time. What has changed in the sources is built once in a run.
  built ??= run(process.execPath, ["--input-type=module", "-e", build], { cwd: join(serverFolder, "../..") });
  await built;
  const child = spawn(process.execPath, ["--enable-source-maps", "dist/main.js", `--roles=${role}`, "--empty"], {
    cwd: serverFolder,
    env: {
      PATH: process.env.PATH,
      TRIBE_DATA_DIR: dataDir,
      TRIBE_KEYS_SOCKET: join(folder, "k.sock"),
      TRIBE_PORT: String(port),
      TRIBE_SIGNER_PORT: "0",
      TRIBE_SIGNER_URL: "http://signer.example",
      DATABASE_URL: databaseUrl,
      RPC_URL: rpcUrl,
      SMTP_URL: smtpUrl,
      X_CLIENT_ID: "id",
      X_CLIENT_SECRET: "x".repeat(32),
      MOONPAY_PUBLISHABLE_KEY: "pk_live",
      MOONPAY_WEBHOOK_KEY: "wk_live",
      MOONPAY_SECRET_KEY: "c".repeat(32),
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "g".repeat(32),
      FARCASTER_RELAY_URL: "http://127.0.0.1:9",
      OPTIMISM_RPC_URL: "http://127.0.0.1:9",
      TRIBE_SERVE_SIGNER: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${role} ended with ${child.exitCode}:\n${printed}`);
    await wait(50);
  }
  return { origin, dataDir, kill: () => end(child, "SIGKILL"), stop: () => end(child, "SIGTERM") };
};

const end = async (child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
};
