/**
 * The one command of an installation, as images and services start it: `tribe web` and every other role, or several with commas
 * between; `tribe migrate`; `tribe operator …`; `tribe health`. What it is told to run is loaded only then.
 */
import { askHealth } from "./process/ask-health.ts";
import { roles } from "./settings/roles.ts";
import { exitCodes } from "./start/exit-codes.ts";

const help = `tribe <role>             starts ${roles.join(", ")}, or several: web,realtime
tribe migrate             applies the migrations that the database at DATABASE_URL lacks, before a new version's processes
tribe operator <command>  operators' commands; without one it lists them
tribe health              asks the process of this machine at TRIBE_PORT whether it runs`;

const isRoles = (text: string): boolean => text.split(",").every((name) => roles.some((role) => role === name));

/** Lets a program find its own arguments where it looks for them. */
const give = (...words: readonly string[]): void => {
  process.argv.splice(2, process.argv.length, ...words);
};

const main = async (): Promise<void> => {
  const [command = "", ...rest] = process.argv.slice(2);
  if (isRoles(command)) {
    give(`--roles=${command}`, ...rest);
    await import("./main.ts");
  } else if (command === "operator") {
    give(...rest);
    await import("./operator.ts");
  } else if (command === "migrate") {
    give("migrate-database", ...rest);
    // It has the password of the account that may change tables: the link to another machine must be encrypted.
    process.env.TRIBE_MODE = "production";
    await import("./operator.ts");
  } else if (command === "health") {
    const answer = await askHealth(process.env);
    process.stdout.write(`${answer.text}\n`);
    process.exitCode = answer.isWell ? exitCodes.stopped : exitCodes.failedStart;
  } else {
    process.stderr.write(`${command ? `"${command}" is no command.\n\n` : ""}${help}\n`);
    process.exitCode = exitCodes.wrongSetting;
  }
};

await main();
