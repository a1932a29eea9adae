import { runCommand } from "../../../apps/server/src/operator/commands.ts";
import { openInstallation } from "../../../apps/server/src/operator/open-installation.ts";
import { readEnvironment } from "../../../apps/server/src/settings/environment.ts";
import type { OperatorAnswer } from "./operator.ts";

// Runs the operator's commands for `openOperator`, one by one, and ends with its parent.
const run = async (words: readonly string[]): Promise<OperatorAnswer> => {
  const installation = await openInstallation(readEnvironment(process.env));
  try {
    return { line: await runCommand(installation, words) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await installation.close();
  }
};

let last: Promise<unknown> = Promise.resolve();
process.on("message", (words: readonly string[]) => {
  last = last.then(async () => process.send?.(await run(words)));
});
