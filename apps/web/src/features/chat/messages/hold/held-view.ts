import type { MessageId } from "@tribe/contract";
import type { ChatLine } from "../../log/chat-lines.ts";

/** The content of a list of messages. */
export interface ListView {
  /** The part of the history that it belongs to. */
  readonly part: number;
  /** The number of the first message. */
  readonly first: number;
  readonly lines: readonly ChatLine[];
}

/** A line's key, which stays the same from an outgoing message to the delivered one. */
export const lineKey = (line: ChatLine): string => {
  switch (line.kind) {
    case "message":
      return line.message.clientId;
    case "since":
      return "since";
    case "outgoing":
      return line.outgoing.frame.clientId;
  }
};

/**
 * The content while the person points at a message: the same as before, so that nothing moves under the pointer, except for the
 * present state of the messages in `aimedAt` and of this person's outgoing ones.
 * @returns null if the list can't be held: this person has sent a message, or another part of the history is shown
 */
export const heldView = (kept: ListView, now: ListView, aimedAt: ReadonlySet<MessageId>): ListView | null => {
  if (kept.part !== now.part) return null;
  const known = new Set(kept.lines.map(lineKey));
  if (now.lines.some((line) => line.kind === "outgoing" && !known.has(lineKey(line)))) return null;
  const current = new Map(now.lines.map((line) => [lineKey(line), line]));
  const shown = (line: ChatLine): ChatLine | undefined => {
    const next = current.get(lineKey(line));
    switch (line.kind) {
      case "message":
        return aimedAt.has(line.message.id) && next?.kind === "message" ? { ...line, message: next.message } : line;
      case "since":
        return line;
      case "outgoing":
        return next;
    }
  };
  const lines = kept.lines.flatMap((line) => shown(line) ?? []);
  return { ...kept, lines };
};
