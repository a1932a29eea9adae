import { buildWorld, type WorldOptions } from "./build-world.ts";

/** The world's creation in the background. */
export interface RunningWorld {
  /** Resolves when it is finished, stopped or given up; never rejects. */
  readonly finished: Promise<void>;
  /** Stops it after the current call; the next start continues there. */
  stop(): Promise<void>;
}

/** Starts {@link buildWorld} in the background. A failure is logged once and retried at the next start. */
export const startWorld = (
  options: Omit<WorldOptions, "signal">,
  onProblem: (error: unknown) => void,
): RunningWorld => {
  const ending = new AbortController();
  const finished = buildWorld({ ...options, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) onProblem(error);
  });
  return {
    finished,
    stop: async () => {
      ending.abort();
      await finished;
    },
  };
};
