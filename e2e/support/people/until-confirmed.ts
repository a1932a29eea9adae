import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 60_000;

/** Asks the chain again and again until it says so; without a test's own tools, since the picture book does it, too. @throws Error after a minute. */
export const untilConfirmed = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (const began = performance.now(); !(await isSo()); await wait(50))
    if (performance.now() - began > timeoutMs) throw new Error("the chain has not confirmed it");
};
