import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 60_000;

/**
 * Polls the chain until `isSo`; without Vitest's helpers, since the picture book uses it, too.
 * @throws Error after a minute.
 */
export const untilConfirmed = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (const began = performance.now(); !(await isSo()); await wait(50))
    if (performance.now() - began > timeoutMs) throw new Error("the chain has not confirmed it");
};
