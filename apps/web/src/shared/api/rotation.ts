import { rereadAccess } from "./access.ts";

const lockName = "tribe-rotate-session";

/** Rotates the session's secrets in one tab of this browser at a time. Rejects without Web Locks. */
export const rotateAlone = async (rotate: () => Promise<void>): Promise<void> => {
  await navigator.locks.request(lockName, rotate);
};

/** Resolves when no tab is rotating the secrets, after reading those that are stored. */
export const rotationEnd = async (): Promise<void> => {
  // A shared lock, so that waiting calls don't block each other. Where a site may keep nothing, the browser refuses it.
  await navigator.locks?.request(lockName, { mode: "shared" }, () => undefined).catch(() => undefined);
  rereadAccess();
};
