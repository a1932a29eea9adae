import { randomUUID } from "node:crypto";
import type { Logger } from "pino";

/** The channel on which processes tell each other that events were committed. */
export const outboxChannel = "tribe_outbox";
/** For so long the commits of one process share one word to the others. */
const quietMs = 10;

/** Tells whoever tails the outbox that there is something new: this process at once, the others by a NOTIFY. */
export interface WakeUp {
  /** Names this process in its own words, which it need not hear. */
  readonly sender: string;
  /** Events were committed. */
  committed(): void;
  /** Calls back after each commit of this process. Returns how to stop. */
  onCommit(listener: () => void): () => void;
  /** Another process has told it, by whatever way. Our own words count as none. */
  heard(sender: string): void;
  /** Resolves when the last word is out. */
  idle(): Promise<void>;
}

/**
 * NOTIFY takes one lock for the whole server until its commit is on the disk, so that a commit with one in it waits for
 * all others: 600 a second instead of 4,000. So no command carries one; a process says it once for all that it committed
 * in a moment, in a statement of its own. A word that is lost costs a second: tails look by themselves, too.
 */
export const createWakeUp = (
  notify: (channel: string, sender: string) => Promise<unknown>,
  log: Pick<Logger, "debug">,
): WakeUp => {
  const sender = randomUUID();
  const listeners = new Set<() => void>();
  let isWanted = false;
  let telling: Promise<void> | null = null;
  const tell = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await notify(outboxChannel, sender).catch((err: unknown) =>
        log.debug({ err }, "the other processes were not woken; they look by themselves"),
      );
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    telling = null;
  };
  return {
    sender,
    committed: () => {
      for (const listener of listeners) listener();
      isWanted = true;
      telling ??= tell();
    },
    heard: (from) => {
      if (from !== sender) for (const listener of listeners) listener();
    },
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: async () => {
      await telling;
    },
  };
};
