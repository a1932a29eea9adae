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

const isProduction = process.env.TRIBE_MODE?.trim() === "production";
const role = option("roles") ?? process.env.TRIBE_ROLES;
/** Written synchronously: the process may end right after. */
const faults = createLogger("fatal", { role, destination: pino.destination({ dest: 2, sync: true }) });
/** Of the start and the end, whatever `LOG_LEVEL` is: they are rare, and tell when an outage began. */
const lifecycle = createLogger("info", { role });

/** Says something to the operator: at a terminal as text, in production as a log line, because programs read them. */
const say = (line: string): void => (isProduction ? lifecycle.info(line) : void process.stdout.write(`${line}\n`));

/** Stops what was started. `isUrgent`: without long waits. */
let stop = async (_options: { readonly isUrgent: boolean }): Promise<void> => undefined;
let drainMs = 0;

// The reader of our output may be gone (a pipe into head); the server continues.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const fault = endOnFault({ log: faults, stop: () => stop({ isUrgent: true }) });

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
  // In production it may contain the provider's key.
  if (environment.TRIBE_MODE !== "production") say(`  chain RPC     ${tribe.rpcUrl}`);
};

main().catch((error: unknown) => {
  const isForOperator = [ConfigError, DatabaseStartError, ChainStartError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? (isForOperator ? error.message : error.stack) : String(error);
  if (!isProduction) process.stderr.write(`${message}\n`);
  else if (isForOperator) faults.fatal(message);
  else faults.fatal({ err: error }, "the start failed");
  const isSetting = error instanceof ConfigError || error instanceof ChainStartError;
  process.exit(isSetting ? exitCodes.wrongSetting : exitCodes.failedStart);
});
