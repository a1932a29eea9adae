import { routes } from "@tribe/contract";
import { apiQuietly } from "../api/api.ts";
import { serverClock } from "./server-time.ts";

let asked: Promise<unknown> | null = null;

/**
 * Asks the server for its time if the device's clock may have been set since the last answer. Needed before something is signed
 * that no answer would correct. @param isRefused the server has refused this clock's time, so that it is asked in any case
 */
export const confirmServerTime = async (isRefused = false): Promise<void> => {
  if (!isRefused && !serverClock.isInDoubt()) return;
  // Every answer tells the time; many pictures ask for it together.
  asked ??= apiQuietly(routes.system.config, {}).finally(() => {
    asked = null;
  });
  await asked;
};
