import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "./context.ts";

/** What is done again and again. */
export interface RepeatedWork {
  /** For the log. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Without a wake-up it runs this often. */
  readonly everyMs: number;
  /** How soon it runs again when `work` says that it is not done. */
  readonly againMs: number;
  /** How long it rests after each run, given what that took, whoever wakes it meanwhile; not at all without it. */
  readonly restMs?: (tookMs: number) => number;
  /** @returns whether it is done for now. An error is logged, and tried again after `everyMs`. */
  readonly work: () => Promise<boolean>;
}

/** Runs work when woken and at least every so often, never twice at once, until the signal ends it. */
export const poller = (
  { log }: Pick<AppContext, "log">,
  { name, signal, everyMs, againMs, restMs, work }: RepeatedWork,
): { wake(): void; readonly ended: Promise<void> } => {
  let wake = () => {};
  let isWanted = true;
  let isDone = true;
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
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, name }, "a worker could not go on; it tries again");
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
