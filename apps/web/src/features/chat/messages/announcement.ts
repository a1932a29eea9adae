import type { MessageId, Seq, Uid } from "@tribe/contract";
import type { ChatEvent } from "../log/chat-log.ts";
import { excerpt } from "./text/excerpt.ts";

/** More messages than this are only counted. */
const mostSpoken = 2;

/** What is announced, and the messages whose text is in it. */
export interface Announcement {
  readonly words: string;
  readonly quoted: readonly MessageId[];
}

/** The messages that were deleted in these events. */
const deletedIn = (recent: readonly ChatEvent[]): ReadonlySet<MessageId> =>
  new Set(
    recent.flatMap((event) => ("change" in event && event.change.kind === "deleted" ? [event.change.messageId] : [])),
  );

/** The announcement of others' messages after an event; null if there are none. */
export const announcement = (recent: readonly ChatEvent[], after: Seq, me: Uid | null): Announcement | null => {
  const deleted = deletedIn(recent);
  const news = recent.flatMap((event) =>
    event.seq > after && "message" in event && event.message.author.uid !== me && !deleted.has(event.message.id)
      ? [event.message]
      : [],
  );
  if (news.length === 0) return null;
  if (news.length > mostSpoken) return { words: `${news.length} new messages`, quoted: [] };
  return {
    words: news.map((message) => `${message.author.displayName}: ${excerpt(message)}`).join(". "),
    quoted: news.map(({ id }) => id),
  };
};

/** Whether an announcement quotes a message that was deleted since. */
export const quotesDeleted = ({ quoted }: Announcement, recent: readonly ChatEvent[]): boolean => {
  const deleted = deletedIn(recent);
  return quoted.some((id) => deleted.has(id));
};
