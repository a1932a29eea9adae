import { openChannel } from "../channel/between-pages.ts";

/** The keys of unlocked locks in this browser: only in memory, and only while they are used. */
export interface UnlockedKeys {
  /** The key of an account's lock, if it is unlocked here or in another page of this origin. */
  find(uid: string): Promise<CryptoKey | null>;
  /** Keeps a key until it has not been used for this many minutes. */
  hold(uid: string, key: CryptoKey, idleMinutes: number): void;
  /** Notes a use, which restarts the time. */
  used(uid: string): void;
  /** Locks all accounts in this browser. */
  lockAll(): void;
}

interface Held {
  readonly key: CryptoKey;
  readonly idleMilliseconds: number;
  until: number;
}

/** Messages between pages of the signer's origin. A non-extractable `CryptoKey` can be sent as it is. */
type Message =
  | { readonly kind: "ask"; readonly uid: string }
  | {
      readonly kind: "held";
      readonly uid: string;
      readonly key: CryptoKey;
      readonly idleMilliseconds: number;
      readonly until: number;
    }
  | { readonly kind: "locked" };

const channelName = "tribe-wallet-unlocked";
const lockName = (uid: string): string => `tribe-wallet-unlocked:${uid}`;
/** How long to wait for another page that holds the key, in ms. */
const answerMilliseconds = 5_000;

/** Keeps the keys in this page and shares them with the other pages of this origin in this browser. */
export const openUnlockedKeys = (now: () => number = Date.now): UnlockedKeys => {
  const held = new Map<string, Held & { readonly release: () => void }>();
  const waiting = new Map<string, Set<(key: CryptoKey) => void>>();
  const channel = openChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);

  const drop = (uid: string) => {
    held.get(uid)?.release();
    held.delete(uid);
  };
  const current = (uid: string): Held | null => {
    const found = held.get(uid);
    if (found && found.until <= now()) drop(uid);
    return held.get(uid) ?? null;
  };
  /** The Web Lock shows other pages that somebody holds the key, so that they ask; without it nobody waits. */
  const keep = (uid: string, next: Held) => {
    const release = held.get(uid)?.release ?? announce(lockName(uid));
    held.set(uid, { ...next, release });
    setTimeout(() => current(uid), Math.max(0, next.until - now()) + 1);
  };
  const tell = (uid: string, { key, idleMilliseconds, until }: Held) =>
    send({ kind: "held", uid, key, idleMilliseconds, until });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    switch (data.kind) {
      case "ask": {
        const found = current(data.uid);
        if (found) tell(data.uid, found);
        return;
      }
      case "held": {
        const { uid, key, idleMilliseconds, until } = data;
        if (until <= now()) return;
        keep(uid, { key, idleMilliseconds, until: Math.max(until, held.get(uid)?.until ?? 0) });
        for (const arrived of waiting.get(uid) ?? []) arrived(key);
        return;
      }
      case "locked":
        for (const uid of [...held.keys()]) drop(uid);
        return;
    }
  };

  const isHeldElsewhere = async (uid: string): Promise<boolean> => {
    // Where there are no locks no page can hold one.
    const { held: locks = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
    return locks.some(({ name }) => name === lockName(uid));
  };
  const ask = (uid: string): Promise<CryptoKey | null> =>
    new Promise((resolve) => {
      const done = (key: CryptoKey | null) => {
        clearTimeout(timer);
        waiting.get(uid)?.delete(done);
        resolve(key);
      };
      const timer = setTimeout(() => done(null), answerMilliseconds);
      waiting.set(uid, (waiting.get(uid) ?? new Set()).add(done));
      send({ kind: "ask", uid });
    });

  return {
    find: async (uid) => {
      const here = current(uid);
      if (here) return here.key;
      return (await isHeldElsewhere(uid)) ? ask(uid) : null;
    },
    hold: (uid, key, idleMinutes) => {
      drop(uid);
      const idleMilliseconds = idleMinutes * 60_000;
      const next = { key, idleMilliseconds, until: now() + idleMilliseconds };
      keep(uid, next);
      tell(uid, next);
    },
    used: (uid) => {
      const found = current(uid);
      if (!found) return;
      found.until = now() + found.idleMilliseconds;
      keep(uid, found);
      tell(uid, found);
    },
    lockAll: () => {
      for (const uid of [...held.keys()]) drop(uid);
      send({ kind: "locked" });
    },
  };
};

/** Holds a shared Web Lock until the returned function is called. */
const announce = (name: string): (() => void) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(name, { mode: "shared" }, () => released).catch(() => undefined); // then no other page asks this one
  return release;
};
