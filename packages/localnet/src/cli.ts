import { setTimeout } from "node:timers/promises";
import { BadFileError } from "./account-file.ts";
import { bannerText, versionText } from "./banner.ts";
import { Chain } from "./chain/chain.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { helpText, UsageError } from "./flags.ts";
import { DamagedLedgerError } from "./ledger/journal.ts";
import { LedgerError } from "./ledger/ledger.ts";
import { LedgerLockedError } from "./ledger/lock.ts";
import type { ChildMessage, StartFailure } from "./messages.ts";
import { BadAddressError, PortTakenError, serve } from "./server.ts";

type Run = Extract<CommandLine, { kind: "run" }>;

const LOCK_PATIENCE_MS = 4_000;
const LOCK_POLL_MS = 50;
// The command line is wrong (2), it could not start (1), it was told twice to stop at once (130, as shells count).
const EXIT = { usage: 2, failed: 1, interrupted: 130 } as const;
// One Ctrl-C may arrive twice, from the terminal and from npx; later ones mean it, ms.
const SAME_SIGNAL_MS = 1_000;

function failureOf(error: unknown): StartFailure {
  if (error instanceof PortTakenError) return "port-taken";
  if (error instanceof LedgerLockedError) return "ledger-locked";
  if (error instanceof DamagedLedgerError || error instanceof LedgerError) return "ledger-unusable";
  const isOption = error instanceof UsageError || error instanceof BadFileError || error instanceof BadAddressError;
  return isOption ? "bad-option" : "unexpected";
}

/** Tells the parent process, if this one was forked by `startLocalnet`. */
function tellParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

/** Opens the chain; a process whose parent was killed a moment ago is given the time to close its ledger. */
async function openChain(options: Run["chain"]): Promise<Chain> {
  const giveUp = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return Chain.open(options);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "GenericFailure") {
        throw new BadFileError("a program or account", `is what the virtual machine refuses: ${error.message}`);
      }
      if (error instanceof Error && "syscall" in error) {
        throw new LedgerError(`the ledger ${options.ledger} can't be used: ${error.message}`);
      }
      if (!(error instanceof LedgerLockedError) || performance.now() > giveUp) throw error;
      await setTimeout(LOCK_POLL_MS);
    }
  }
}

async function run(command: Run): Promise<void> {
  const onNotice = (words: string) => {
    if (!command.quiet) console.log(words);
  };
  const chain = await openChain({ ...command.chain, onNotice });
  const isNew = chain.slot <= 1;
  const server = await serve(chain, command.serve).catch(async (error: unknown) => {
    await chain.close();
    throw error;
  });
  let stoppedAt: number | undefined;
  const stop = async () => {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(EXIT.interrupted);
      return;
    }
    stoppedAt = performance.now();
    await server.close();
    await chain.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop());
  // The parent is gone, however it ended.
  process.on("disconnect", () => void stop());
  if (process.send !== undefined && !process.connected) await stop();
  if (!command.quiet) console.log(bannerText(command, chain, server, isNew));
  await tellParent({ kind: "ready", rpcPort: server.rpcPort, wsPort: server.wsPort });
}

// Whoever read our words may be gone (a pipe into head); the chain goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command.kind === "help") console.log(helpText());
  else if (command.kind === "version") console.log(versionText());
  else await run(command);
} catch (error) {
  const failure = failureOf(error);
  const message = error instanceof Error ? error.message : String(error);
  console.error(failure === "unexpected" ? error : `tribe-localnet: ${message}`);
  await tellParent({ kind: "failed", failure, message });
  process.exit(error instanceof UsageError ? EXIT.usage : EXIT.failed);
}
