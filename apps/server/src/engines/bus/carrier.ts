/** Wakes the outbox tails of all other processes when events were committed. A wake-up may be lost: each tail polls, too. */
export interface Carrier {
  /** @param sender names the process that calls. @throws Error when the wake-up could not be sent. */
  tell(sender: string): Promise<void>;
  close(): Promise<void>;
}
