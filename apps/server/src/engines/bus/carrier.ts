/**
 * Wakes the outbox tails of all other processes when events were committed. A wake-up may get lost: each tail polls as well.
 */
export interface Carrier {
  /** @param sender the calling process's name. @throws Error when the wake-up could not be sent. */
  tell(sender: string): Promise<void>;
  close(): Promise<void>;
}
