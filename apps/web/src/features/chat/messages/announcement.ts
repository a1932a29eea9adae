import type { Seq, Uid } from "@tribe/contract";
import type { ChatEvent } from "../log/chat-log.ts";
import { excerpt } from "./text/excerpt.ts";

/** More messages than this are only counted. */
const mostSpoken = 2;

/** The announcement of others' messages after an event; null if there are none. */
export const announcement = (recent: readonly ChatEvent[], after: Seq, me: Uid | null): string | null => {
  const news = recent.flatMap((event) =>
    event.seq > after && "message" in event && event.message.author.uid !== me ? [event.message] : [],
  );
  if (news.length === 0) return null;
  if (news.length > mostSpoken) return `${news.length} new messages`;
  return news.map((message) => `${message.author.displayName}: ${excerpt(message)}`).join(". ");
};
