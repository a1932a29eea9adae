import { setTimeout } from "node:timers/promises";
import { BadFileError } from "./bad-file-error.ts";
import { bannerText } from "./banner.ts";
import { Chain } from "./chain/chain.ts";
import type { RunCommand } from "./command-line.ts";
import { closeOnFault, wordsOf } from "./end-on-fault.ts";
import { DamagedLedgerError, LedgerWriteError } from "./ledger/journal.ts";
import { LedgerError } from "./ledger/ledger.ts";
import { LedgerLockedError } from "./ledger/lock.ts";
import { type StartFailure, sendToParent } from "./messages.ts";
import { BadAddressError, PortInUseError, serve } from "./server.ts";

const LOCK_PATIENCE_MS = 4_000;
const LOCK_POLL_MS = 50;
const EXIT_FAILED = 1;
const EXIT_INTERRUPTED = 130;
// One Ctrl-C may arrive twice, from the terminal and from npx; later ones are intended, ms.
const SAME_SIGNAL_MS = 1_000;

/** The start failure that an error means. */
export function failureOf(error: unknown): StartFailure {
  if (error instanceof PortInUseError) return "port-taken";
  if (error instanceof LedgerLockedError) return "ledger-locked";
  if ([DamagedLedgerError, LedgerError, LedgerWriteError].some((kind) => error instanceof kind))
    return "ledger-unusable";
  return error instanceof BadFileError || error instanceof BadAddressError ? "bad-option" : "unexpected";
}

/** Opens the chain; waits for a process whose parent was just killed to close its ledger. */
async function openChain(options: RunCommand["chain"]): Promise<Chain> {
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

/** What the chain is made of, Light's programs and trees with it. @throws BadFileError */
async function chainOptions({ chain, lightFolder, quiet }: RunCommand): Promise<RunCommand["chain"]> {
  if (lightFolder === undefined) return chain;
  // Loaded only here: a chain without Light's programs starts without the code that fetches them.
  const [{ ensureLight }, { readLight }] = await Promise.all([
    import("./light/ensure-light.ts"),
    import("./light/light.ts"),
  ]);
  await ensureLight(lightFolder, () => {
    if (!quiet) console.log("Fetching Light Protocol's package through npm (7 MB, once) …");
  });
  const { accounts, programs } = readLight(lightFolder);
  return {
    ...chain,
    additions: [...accounts, ...(chain.additions ?? [])],
    programs: [...programs, ...(chain.programs ?? [])],
  };
}

/**
 * Opens the chain, serves it and reports that; it then runs until a signal or the end of its parent.
 * @throws the errors that failureOf names
 */
export async function runNode(command: RunCommand): Promise<void> {
  const onNotice = (notice: string) => {
    if (!command.quiet) console.log(notice);
  };
  let runs = false;
  // After a failed write nothing may be answered or built on: the process ends as after a kill, with a message.
  const onUnwritable = ({ message }: Error) => {
    if (!runs) return;
    console.error(`tribe-localnet: ${message}`);
    process.exit(EXIT_FAILED);
  };
  const chain = await openChain({ ...(await chainOptions(command)), onNotice, onUnwritable });
  runs = true;
  const isNew = chain.slot <= 1;
  const server = await serve(chain, command.serve).catch(async (error: unknown) => {
    await chain.close();
    throw error;
  });
  closeOnFault(() => server.close());
  let stoppedAt: number | undefined;
  const stop = async () => {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(EXIT_INTERRUPTED);
      return;
    }
    stoppedAt = performance.now();
    await server.close();
    await chain.close();
    process.exit(0);
  };
  const end = () => {
    stop().catch((error: unknown) => {
      console.error(`tribe-localnet: it could not end in order: ${wordsOf(error)}`);
      process.exit(EXIT_FAILED);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  // The parent has ended, for whatever reason.
  process.on("disconnect", end);
  if (process.send !== undefined && !process.connected) await stop();
  if (!command.quiet) console.log(bannerText(command, chain, server, isNew));
  await sendToParent({ kind: "ready", rpcPort: server.rpcPort, wsPort: server.wsPort });
}
