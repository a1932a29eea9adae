import pino from "pino";
import { ConfigError, dataDirOf, readEnvironment } from "./config.ts";
import { ChainStartError } from "./engines/chain/port.ts";
import { DatabaseStartError } from "./engines/database/port.ts";
import { endOnFault } from "./start/end-on-fault.ts";
import { exitCodes } from "./start/exit-codes.ts";
import { localAppName } from "./start/final-config.ts";
import { createLogger } from "./start/logger.ts";
import { resetInstallation } from "./start/reset.ts";
import { startTribe } from "./start/start-tribe.ts";
import { report } from "./start/supervisor.ts";

const drainTimeoutMs = 20_000;
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The program's own text output; logs are JSON lines on the same stream. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends what was started. `isUrgent`: nothing of it is waited for long. */
let stop = async (_options: { readonly isUrgent: boolean }): Promise<void> => undefined;

// Whoever read our words may be gone (a pipe into head); the server goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Written at once: the process may have no other moment.
const fault = endOnFault({
  log: createLogger("fatal", pino.destination({ dest: 2, sync: true })),
  stop: () => stop({ isUrgent: true }),
});

let isEnding = false;
const end = (reason: string): void => {
  if (isEnding) return;
  isEnding = true;
  say(`${reason}: finishing what is under way …`);
  setTimeout(() => process.exit(exitCodes.failedStart), drainTimeoutMs).unref();
  stop({ isUrgent: false }).then(
    () => process.exit(exitCodes.stopped),
    () => process.exit(exitCodes.failedStart),
  );
};
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
// The supervisor was killed: nobody else would end us.
if (process.connected) process.on("disconnect", () => end("Whoever started this is gone"));

/** Where to open it: every browser and tool finds plain `localhost`, and the page goes on under the app's own name. */
const addressOf = (appUrl: string): string => appUrl.replace(`//${localAppName}:`, "//localhost:");

const main = async (): Promise<void> => {
  const environment = readEnvironment(process.env);
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
