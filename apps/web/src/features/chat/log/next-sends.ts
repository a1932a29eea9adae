import type { Outgoing } from "./chat-lines.ts";

/** Whether all its files have arrived. */
const isReady = ({ frame, files = [] }: Outgoing): boolean => files.length === 0 || frame.attachments !== undefined;

/**
 * The messages that may go now: in each chat a message waits for the files of those written before it, unless they were refused
 * or stopped.
 * @param waiting the oldest first. @param isDone it has gone already
 */
export const nextInOrder = (
  waiting: readonly Outgoing[],
  isDone: (outgoing: Outgoing) => boolean,
): readonly Outgoing[] => {
  const held = new Set<string>();
  return waiting.filter((entry) => {
    const { mint } = entry.frame;
    if (entry.state.kind !== "sending" || isDone(entry) || held.has(mint)) return false;
    if (isReady(entry)) return true;
    held.add(mint);
    return false;
  });
};
