import { buildWorld, type WorldOptions } from "./build-world.ts";

/** The making of the world in the background. */
export interface RunningWorld {
  /** Resolves when it is made, stopped or given up; never rejects. */
  readonly finished: Promise<void>;
  /** Ends it after the call that is under way; the next start goes on from there. */
  stop(): Promise<void>;
}

/** Starts {@link buildWorld} in the background. A failure is told once and tried again at the next start. */
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
