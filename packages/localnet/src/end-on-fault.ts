const EXIT_FAULT = 70;
// Maximum duration of the shutdown, ms.
const END_WITHIN_MS = 4_500;

let close: () => Promise<void> = () => Promise.resolve();

/** First actions after a fault: accept no more work, and tell clients that the node stops. */
export function closeOnFault(work: () => Promise<void>): void {
  close = work;
}

/** An error in one line. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return words.replaceAll(/\s*\n\s*/g, " | ");
}

/**
 * After an uncaught exception or unhandled rejection the chain in memory cannot be trusted: this is logged in one line, no more
 * work is accepted, and the process exits. The ledger is left as after a kill, which it survives.
 */
export function endOnFault(): void {
  let isEnding = false;
  const exit = () => process.exit(EXIT_FAULT);
  process.on("uncaughtException", (error) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(exit, END_WITHIN_MS);
    try {
      console.error(`tribe-localnet: nobody caught: ${wordsOf(error)}`);
      close().then(exit, exit);
    } catch {
      exit();
    }
  });
}
