import { randomUUID } from "node:crypto";
import type { Logger } from "pino";

/** The channel on which processes tell each other that events were committed. */
export const outboxChannel = "tribe_outbox";
/** The commits of one process within this time share one wake-up to the others. */
const quietMs = 10;

/** Wakes all outbox tails when there are new events: this process's immediately, the others by a NOTIFY. */
export interface WakeUp {
  /** Identifies this process in its own wake-ups, which it ignores. */
  readonly sender: string;
  /** Events were committed. */
  committed(): void;
  /** Calls back after each commit of this process. Returns how to stop. */
  onCommit(listener: () => void): () => void;
  /** Another process sent a wake-up, through any carrier. Our own are ignored. */
  heard(sender: string): void;
  /** Resolves when the last wake-up was sent. */
  idle(): Promise<void>;
}

/**
 * NOTIFY holds one lock for the whole server until its commit is on disk, so that a commit with one in it waits for all
 * others: 600 a second instead of 4,000. So no command contains one; a process sends one for all commits of a short time, in
 * a statement of its own. A lost wake-up costs a second: tails poll as well.
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
