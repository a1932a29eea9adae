const EXIT_FAULT = 70;
// Its end takes no longer, whatever hangs, ms.
const END_WITHIN_MS = 4_500;

let close: () => Promise<void> = () => Promise.resolve();

/** What is done first after a fault: nothing more is taken, and clients hear that the node stops. */
export function closeOnFault(work: () => Promise<void>): void {
  close = work;
}

/** An error in one line. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return words.replaceAll(/\s*\n\s*/g, " | ");
}

/**
 * After an exception that nobody caught, or a rejection that nobody handled, the chain in memory can't be relied on: that is
 * said in one line, no more work is taken, and the process ends. The ledger is left as by a kill, which it survives.
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
