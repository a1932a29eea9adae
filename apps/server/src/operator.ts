import { isSolanaError } from "@solana/kit";
import { help, runCommand } from "./operator/commands.ts";
import { openInstallation } from "./operator/open-installation.ts";
import { OperatorError } from "./operator/port.ts";
import { ConfigError, readEnvironment } from "./settings/environment.ts";

const main = async (words: readonly string[]): Promise<string> => {
  if (words.length === 0 || words.includes("--help")) return help();
  const installation = await openInstallation(readEnvironment(process.env, { mayLack: true }), process.env);
  try {
    return await runCommand(installation, words);
  } finally {
    await installation.close();
  }
};

main(process.argv.slice(2)).then(
  (line) => void process.stdout.write(`${line}\n`),
  (error: unknown) => {
    const isForOperator = error instanceof OperatorError || error instanceof ConfigError || isSolanaError(error);
    process.stderr.write(`${isForOperator ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);
