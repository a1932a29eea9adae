/** Takes one word to all other processes: events were committed. Words may be lost; tails look by themselves, too. */
export interface Carrier {
  /** @param sender names the process that tells it. @throws Error when it could not be told. */
  tell(sender: string): Promise<void>;
  close(): Promise<void>;
}
