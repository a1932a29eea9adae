import { isAlive } from "../engines/database/postmaster.ts";

/** An engine that runs in a process of its own. */
export interface EngineProcess {
  readonly name: string;
  readonly pid: number;
}

const pollEveryMs = 1_000;

/**
 * Reports once when an engine's process ended by itself: without it the server cannot work, and the next start recovers. An
 * adopted process is not our child, so it is polled instead of awaited.
 */
export const watchEngines = (
  engines: readonly EngineProcess[],
  onEnd: (engine: EngineProcess) => void,
): { stop(): void } => {
  const timer = setInterval(() => {
    const ended = engines.find(({ pid }) => !isAlive(pid));
    if (!ended) return;
    clearInterval(timer);
    onEnd(ended);
  }, pollEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
