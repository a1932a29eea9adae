import { setTimeout } from "node:timers/promises";
import { BadFileError } from "./account-file.ts";
import { Chain } from "./chain/chain.ts";
import { type CommandLine, HELP, readCommandLine, UsageError } from "./command-line.ts";
import { DamagedLedgerError } from "./ledger/journal.ts";
import { LedgerError } from "./ledger/ledger.ts";
import { LedgerLockedError } from "./ledger/lock.ts";
import type { ChildMessage, StartFailure } from "./messages.ts";
import { API_VERSION } from "./rpc/context.ts";
import { PortTakenError, serve } from "./server.ts";

const LOCK_PATIENCE_MS = 4_000;
const LOCK_POLL_MS = 50;

function failureOf(error: unknown): StartFailure {
  if (error instanceof PortTakenError) return "port-taken";
  if (error instanceof LedgerLockedError) return "ledger-locked";
  if (error instanceof DamagedLedgerError || error instanceof LedgerError) return "ledger-unusable";
  if (error instanceof UsageError || error instanceof BadFileError) return "bad-option";
  return "unexpected";
}

/** Tells the parent process, if this one was forked by `startLocalnet`. */
function tellParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

/** Opens the chain; a process whose parent was killed a moment ago is given the time to close its ledger. */
async function openChain(options: CommandLine["chain"]): Promise<Chain> {
  const giveUp = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return Chain.open(options);
    } catch (error) {
      if (!(error instanceof LedgerLockedError) || performance.now() > giveUp) throw error;
      await setTimeout(LOCK_POLL_MS);
    }
  }
}

async function run(command: CommandLine): Promise<void> {
  const chain = await openChain(command.chain);
  const server = await serve(chain, command.serve).catch(async (error: unknown) => {
    await chain.close();
    throw error;
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await chain.close();
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // The parent is gone, however it ended.
  process.on("disconnect", () => void stop());
  if (process.send !== undefined && !process.connected) await stop();
  if (!command.quiet) {
    const { host } = command.serve;
    console.log(`Ledger      ${command.chain.ledger}`);
    console.log(`Slot        ${chain.slot}, Solana interface ${API_VERSION}`);
    console.log(`JSON-RPC    http://${host}:${server.rpcPort}`);
    console.log(`PubSub      ws://${host}:${server.wsPort}`);
  }
  await tellParent({ kind: "ready", rpcPort: server.rpcPort, wsPort: server.wsPort });
}

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command.help) console.log(HELP);
  else await run(command);
} catch (error) {
  const failure = failureOf(error);
  const message = error instanceof Error ? error.message : String(error);
  console.error(failure === "unexpected" ? error : `tribe-localnet: ${message}`);
  await tellParent({ kind: "failed", failure, message });
  process.exit(1);
}
