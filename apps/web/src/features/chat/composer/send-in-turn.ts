import type { Mint } from "@tribe/contract";

/** By chat, the message that waits until the size of its pictures is known. */
const turns = new Map<Mint, Promise<void>>();

/**
 * Sends a message at once, or when `ready` is; nothing that is sent meanwhile in the same chat comes before it.
 * @param ready never fails; null for now
 */
export const sendInTurn = (mint: Mint, ready: Promise<void> | null, send: () => void): void => {
  const before = turns.get(mint);
  if (!ready && !before) {
    send();
    return;
  }
  const turn = Promise.all([before, ready]).then(() => {
    if (turns.get(mint) === turn) turns.delete(mint);
    send();
  });
  turns.set(mint, turn);
};
