import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "../context/context.ts";
import { createOutageLog } from "../context/outage-log.ts";

/** Work that is repeated. */
export interface RepeatedWork {
  /** For the log. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** It runs this often without a wake-up. */
  readonly everyMs: number;
  /** The pause before the next run when `work` returns that it is not done. */
  readonly againMs: number;
  /** The pause after each run, from its duration, even when it is woken meanwhile; none by default. */
  readonly restMs?: (tookMs: number) => number;
  /** @returns whether it is done for now. An error is logged, and the work repeated after `everyMs`. */
  readonly work: () => Promise<boolean>;
}

/** Runs work when woken and at least every `everyMs`, never concurrently, until the signal aborts. */
export const poller = (
  { log }: Pick<AppContext, "log">,
  { name, signal, everyMs, againMs, restMs, work }: RepeatedWork,
): { wake(): void; readonly ended: Promise<void> } => {
  let wake = () => {};
  let isWanted = true;
  let isDone = true;
  const outage = createOutageLog("a worker could not go on; it tries again");
  const run = async () => {
    while (!signal.aborted) {
      if (!isWanted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, isDone ? everyMs : againMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", wake, { once: true });
        });
      signal.removeEventListener("abort", wake);
      if (signal.aborted) return;
      isWanted = false;
      const began = performance.now();
      try {
        isDone = await work();
        outage.recovered();
      } catch (error) {
        if (!signal.aborted) outage.report(log, error, { name });
        isDone = true;
      }
      if (restMs) await wait(restMs(performance.now() - began), undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    wake: () => {
      isWanted = true;
      wake();
    },
    ended: run(),
  };
};
