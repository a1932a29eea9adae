import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ChildMessage, StartFailure } from "./messages.ts";
import { urlHost } from "./url-host.ts";

/** Options of a localnet. */
export interface LocalnetOptions {
  /** Folder of the ledger. */
  readonly ledger: string;
  /** Deletes the folder's content first. */
  readonly reset?: boolean;
  /** Port of the RPC, 0 (the default) for any; PubSub takes the next one. */
  readonly rpcPort?: number;
  /** Address to listen on, 127.0.0.1 by default. */
  readonly host?: string;
  /** Programs by address, file and upgrade authority (none: can't be upgraded). */
  readonly programs?: readonly { readonly id: string; readonly file: string; readonly authority?: string }[];
  /** Accounts of a new ledger, as `solana account --output json` writes them. */
  readonly accounts?: readonly { readonly address: string; readonly file: string }[];
  /** The same, but an existing ledger gets them as well, unless it has some at their addresses. */
  readonly additionalAccounts?: readonly { readonly address: string; readonly file: string }[];
  /** A folder of such files. */
  readonly accountDir?: string;
  /** Folder with Light Protocol's package: the chain gets its programs and trees, even an existing ledger. */
  readonly light?: string;
  readonly slotsPerEpoch?: number;
  /** Offers blockSubscribe, which a node does only with a flag. */
  readonly enableBlockSubscription?: boolean;
  /** Tests only: length of a slot, ms; 400 by default. */
  readonly slotMs?: number;
  /** Answers the RPC method `tribeWarp`. */
  readonly enableWarp?: boolean;
  /** Unix time at which a new ledger begins, s; now by default. */
  readonly startTimeSeconds?: number;
  /** File of the built command (`src/cli.ts`), if it is not beside this one. */
  readonly command?: string;
}

/** A running localnet in a process of its own. It ends with this process, however that ends. */
export interface Localnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly rpcPort: number;
  readonly wsPort: number;
  readonly pid: number;
  /** Settles when the process has ended. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Stops it in order: the ledger gets a snapshot and is closed. */
  stop(): Promise<void>;
  /** Kills it at once (SIGKILL), for tests of recovery. */
  kill(): Promise<void>;
}

/** The localnet did not start. */
export class LocalnetStartError extends Error {
  readonly failure: StartFailure;

  constructor(failure: StartFailure, message: string) {
    super(message);
    this.name = "LocalnetStartError";
    this.failure = failure;
  }
}

/** The flags of the command that an options object stands for. */
export function toFlags(options: LocalnetOptions): string[] {
  const value = (flag: string, given: string | number | undefined) =>
    given === undefined ? [] : [flag, String(given)];
  return [
    ...value("--ledger", options.ledger),
    ...(options.reset === true ? ["--reset"] : []),
    ...value("--rpc-port", options.rpcPort ?? 0),
    ...value("--bind-address", options.host),
    ...(options.programs ?? []).flatMap(({ id, file, authority }) => [
      "--upgradeable-program",
      id,
      file,
      authority ?? "none",
    ]),
    ...(options.accounts ?? []).flatMap(({ address, file }) => ["--account", address, file]),
    ...(options.additionalAccounts ?? []).flatMap(({ address, file }) => ["--additional-account", address, file]),
    ...value("--account-dir", options.accountDir),
    ...value("--light", options.light),
    ...value("--slots-per-epoch", options.slotsPerEpoch),
    ...(options.enableBlockSubscription === true ? ["--rpc-pubsub-enable-block-subscription"] : []),
    ...value("--slot-ms", options.slotMs),
    ...(options.enableWarp === true ? ["--enable-warp"] : []),
    ...value("--start-time", options.startTimeSeconds),
    "--quiet",
  ];
}

/**
 * Starts a localnet as a child process and waits until it answers.
 * @throws LocalnetStartError with the reason (port taken, ledger locked by another process, …)
 */
export async function startLocalnet(options: LocalnetOptions): Promise<Localnet> {
  const command = options.command ?? commandBesideThis();
  const child = fork(command, toFlags(options), {
    execArgv: command.endsWith(".ts") ? ["--import", loaderOfSources()] : ["--enable-source-maps"],
    // A Ctrl-C in the terminal is the parent's to handle; the lost channel ends the child when the parent is gone.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Failures before it is ready are reported below; afterwards only its end matters.
  child.on("error", () => undefined);
  let complaints = "";
  child.stderr?.on("error", () => undefined);
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-4000);
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const ready = await Promise.race([
    firstMessage(child),
    exited.then(({ code, signal }) => {
      throw new LocalnetStartError("unexpected", `the localnet ended (${signal ?? code}): ${complaints.trim()}`);
    }),
  ]);
  if (ready.kind === "failed") {
    await exited;
    throw new LocalnetStartError(ready.failure, ready.message);
  }
  const host = urlHost(options.host ?? "127.0.0.1");
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    rpcUrl: `http://${host}:${ready.rpcPort}`,
    wsUrl: `ws://${host}:${ready.wsPort}`,
    rpcPort: ready.rpcPort,
    wsPort: ready.wsPort,
    pid: child.pid ?? 0,
    exited,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/** The command, built if this file is. */
const commandBesideThis = () =>
  fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./cli.ts" : "./cli.js", import.meta.url));

/** tsx, by which Node reads TypeScript. */
const loaderOfSources = () => pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

function firstMessage(child: ChildProcess): Promise<ChildMessage> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (message) => resolve(message as ChildMessage)); // only cli.ts is at the other end
  });
}
