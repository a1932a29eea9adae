import type { UnlockedKeys } from "../passkeys/unlocked.ts";

interface Held {
  readonly key: CryptoKey;
  readonly idleMilliseconds: number;
  until: number;
}

/** Opened locks of one page, for tests without a browser. */
export const createMemoryUnlockedKeys = (now: () => number = Date.now): UnlockedKeys => {
  const held = new Map<string, Held>();
  const current = (uid: string) => {
    const found = held.get(uid);
    if (found && found.until <= now()) held.delete(uid);
    return held.get(uid) ?? null;
  };
  return {
    find: async (uid) => current(uid)?.key ?? null,
    hold: (uid, key, idleMinutes) => {
      const idleMilliseconds = idleMinutes * 60_000;
      held.set(uid, { key, idleMilliseconds, until: now() + idleMilliseconds });
    },
    used: (uid) => {
      const found = current(uid);
      if (found) found.until = now() + found.idleMilliseconds;
    },
    lockAll: () => held.clear(),
  };
};
