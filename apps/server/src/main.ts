import pino from "pino";
import { ChainStartError } from "./engines/chain/port.ts";
import { DatabaseStartError } from "./engines/database/port.ts";
import { ConfigError, dataDirOf, readEnvironment, unknownVariables } from "./settings/environment.ts";
import { endOnFault } from "./start/end-on-fault.ts";
import { exitCodes } from "./start/exit-codes.ts";
import { localAppName } from "./start/final-config.ts";
import { createLogger } from "./start/logger.ts";
import { resetInstallation } from "./start/reset.ts";
import { startTribe } from "./start/start-tribe.ts";
import { report } from "./start/supervisor.ts";

/** How long running work may take to finish once no more is accepted. */
const stopTimeoutMs = 20_000;
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The program's own text output; logs are JSON lines on the same stream. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Stops what was started. `isUrgent`: without long waits. */
let stop = async (_options: { readonly isUrgent: boolean }): Promise<void> => undefined;
let drainMs = 0;

// The reader of our output may be gone (a pipe into head); the server continues.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Written synchronously: the process may end right after.
const fault = endOnFault({
  log: createLogger("fatal", pino.destination({ dest: 2, sync: true })),
  stop: () => stop({ isUrgent: true }),
});

let isEnding = false;
const end = (reason: string): void => {
  if (isEnding) return;
  isEnding = true;
  say(`${reason}: finishing what is under way …`);
  setTimeout(() => process.exit(exitCodes.failedStart), drainMs + stopTimeoutMs).unref();
  stop({ isUrgent: false }).then(
    () => process.exit(exitCodes.stopped),
    () => process.exit(exitCodes.failedStart),
  );
};
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
// The supervisor was killed: nobody else would stop this process.
if (process.connected) process.on("disconnect", () => end("Whoever started this is gone"));

/** The URL to open: every browser and tool resolves plain `localhost`, which redirects to the app's own name. */
const addressOf = (appUrl: string): string => appUrl.replace(`//${localAppName}:`, "//localhost:");

const main = async (): Promise<void> => {
  const environment = readEnvironment(process.env);
  if (environment.TRIBE_MODE === "production")
    for (const name of unknownVariables(process.env)) say(`${name} is no setting of Tribe, and does nothing.`);
  if (process.argv.includes("--reset")) await resetInstallation(dataDirOf(environment));
  const tribe = await startTribe({
    environment,
    roles: option("roles"),
    isEmpty: process.argv.includes("--empty"),
    // Not installed in production.
    loadLocalKit: () => import("@tribe/devkit"),
    onEngines: ({ ports, pids }) => report({ kind: "engines", ports, pids }),
    onNotice: say,
    onEngineEnd: (name) => fault(new Error(`${name} ended by itself`), "nothing that was confirmed is lost"),
  });
  stop = tribe.stop;
  drainMs = tribe.config.drainSeconds * 1_000;
  report({ kind: "ready" });

  say(`Tribe is ready at ${addressOf(tribe.config.appUrl)}`);
  const { localMode } = tribe.config;
  if (localMode) {
    say(`  mail inbox    ${localMode.mailUrl}`);
    say(`  X stand-in    ${localMode.xUrl}`);
    say(`  Google        ${localMode.googleUrl}`);
    say(`  Farcaster     ${localMode.farcasterUrl}`);
    say(`  card on-ramp  ${localMode.cardUrl}`);
  }
  say(`  chain RPC     ${tribe.rpcUrl}`);
};

main().catch((error: unknown) => {
  const isForOperator = [ConfigError, DatabaseStartError, ChainStartError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? (isForOperator ? error.message : error.stack) : String(error);
  process.stderr.write(`${message}\n`);
  const isSetting = error instanceof ConfigError || error instanceof ChainStartError;
  process.exit(isSetting ? exitCodes.wrongSetting : exitCodes.failedStart);
});
