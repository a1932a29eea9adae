import { isAlive } from "../engines/database/postmaster.ts";

/** An engine that runs in a process of its own. */
export interface EngineProcess {
  readonly name: string;
  readonly pid: number;
}

const pollEveryMs = 1_000;

/**
 * Tells once when an engine's process ended although nobody asked it to: without it the server can do nothing right,
 * and the next start recovers. An adopted process is nobody's child, so it is looked at instead of waited for.
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
