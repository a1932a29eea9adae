import { needsWorld, startDevkit, startWorld, worldAgeSeconds } from "@tribe/devkit";
import { ConfigError, dataDirOf, readEnvironment } from "./config.ts";
import { ChainStartError } from "./engines/chain/port.ts";
import { DatabaseStartError } from "./engines/database/port.ts";
import { resetInstallation } from "./start/reset.ts";
import { startTribe } from "./start/start-tribe.ts";

const drainPatienceMs = 20_000;
const brokenPatienceMs = 5_000;
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The program's own text output; logs are JSON lines on the same stream. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  const environment = readEnvironment(process.env);
  if (process.argv.includes("--reset")) await resetInstallation(dataDirOf(environment));
  let stop = async (): Promise<void> => undefined;
  const tribe = await startTribe({
    environment,
    roles: option("roles"),
    isEmpty: process.argv.includes("--empty"),
    localKit: { startDevkit, needsWorld, startWorld, worldAgeSeconds },
    onEngineEnd: (name) => {
      process.stderr.write(`${name} ended by itself. Start again: nothing that was confirmed is lost.\n`);
      // What still runs is ended in order, but not waited for long: it may hang on the engine that is gone.
      setTimeout(() => process.exit(1), brokenPatienceMs).unref();
      void stop().finally(() => process.exit(1));
    },
  });
  stop = tribe.stop;
  let isEnding = false;
  const end = (signal: string): void => {
    if (isEnding) return;
    isEnding = true;
    say(`${signal}: finishing what is under way …`);
    setTimeout(() => process.exit(1), drainPatienceMs).unref();
    void tribe.stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));

  say(`Tribe is ready at ${tribe.config.appUrl}`);
  const { localMode } = tribe.config;
  if (localMode) {
    say(`  mail inbox    ${localMode.mailUrl}`);
    say(`  X stand-in    ${localMode.xUrl}`);
    say(`  card on-ramp  ${localMode.cardUrl}`);
  }
  say(`  chain RPC     ${tribe.rpcUrl}`);
};

main().catch((error: unknown) => {
  const isForOperator = [ConfigError, DatabaseStartError, ChainStartError].some((kind) => error instanceof kind);
  const words = error instanceof Error ? (isForOperator ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
