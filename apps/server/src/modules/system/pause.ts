import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { lockServerPause, storeServerPause } from "./store/pause.ts";

/**
 * Pauses or unpauses the installation, and publishes it to every open page. Two operators' commands come one after the other.
 * @param isFactoryPaused the state on chain now: pages show both together
 * @returns false when it was so already; then nothing is published
 */
export const setServerPause = async (tx: Executor, isPaused: boolean, isFactoryPaused: boolean): Promise<boolean> => {
  if ((await lockServerPause(tx)) === isPaused) return false;
  await storeServerPause(tx, isPaused);
  await writeEvent(tx, "system.changed", { isSystemPaused: isPaused || isFactoryPaused, isServerPaused: isPaused });
  return true;
};
