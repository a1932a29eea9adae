import type { MessageId } from "@tribe/contract";
import type { ChatLine } from "../../log/chat-lines.ts";

/** What a list of messages shows. */
export interface ListView {
  /** Which part of the history it is of. */
  readonly part: number;
  /** Number of the first message. */
  readonly first: number;
  readonly lines: readonly ChatLine[];
}

/** A line stays the same from a send to its message. */
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
 * What a list shows while somebody aims at one of its messages: what it showed, so that nothing moves under the mouse. The
 * messages that were aimed at, and this person's own sends, are as they are now.
 * @returns null when it can't wait: this person has sent something, or another part of the history is shown
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
