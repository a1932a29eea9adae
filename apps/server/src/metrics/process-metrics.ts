import { collectDefaultMetrics, Registry } from "prom-client";

let registry: Registry | null = null;

/**
 * CPU, memory, event loop lag and garbage collection, which are the same whoever asks. Observed from the first call on, once in a
 * process: the observers can't be stopped.
 */
export const processMetrics = (): Registry => {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
};
