import { setFlagsFromString } from "node:v8";
import { BadFileError } from "./bad-file-error.ts";
import { readCommandLine } from "./command-line.ts";
import { endOnFault } from "./end-on-fault.ts";
import { helpText, UsageError } from "./flags.ts";
import { type StartFailure, sendToParent } from "./messages.ts";
import { versionText } from "./version.ts";

// Exit codes: the command line is wrong (2), or the chain could not start (1).
const EXIT = { usage: 2, failed: 1 } as const;

async function failureOf(error: unknown): Promise<StartFailure> {
  if (error instanceof UsageError || error instanceof BadFileError) return "bad-option";
  return (await import("./run-node.ts")).failureOf(error);
}

// The chain's data of 300 slots is long-lived; by default V8 lets the heap triple before it collects that.
setFlagsFromString("--optimize-for-size");

// The reader of our output may be gone (a pipe into head); the chain continues.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

endOnFault();

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command.kind === "help") console.log(helpText());
  else if (command.kind === "version") console.log(versionText());
  // Loaded only now, so that commands without a chain answer at once.
  else await (await import("./run-node.ts")).runNode(command);
} catch (error) {
  const failure = await failureOf(error);
  const message = error instanceof Error ? error.message : String(error);
  console.error(failure === "unexpected" ? error : `tribe-localnet: ${message}`);
  await sendToParent({ kind: "failed", failure, message });
  process.exit(error instanceof UsageError ? EXIT.usage : EXIT.failed);
}
