import { rereadAccess } from "./access.ts";

const lockName = "tribe-rotate-session";

/** Does what replaces the session's secrets, in one tab of this browser at a time. Rejects where there are no locks. */
export const rotateAlone = async (rotate: () => Promise<void>): Promise<void> => {
  await navigator.locks.request(lockName, rotate);
};

/** Resolves when no tab is replacing the secrets, with those in hand that it has stored. */
export const rotationEnd = async (): Promise<void> => {
  // Shared: who only waits holds up nobody else who waits.
  await navigator.locks?.request(lockName, { mode: "shared" }, () => undefined);
  rereadAccess();
};
