import type { ChatMessage, Uid } from "@tribe/contract";
import { type ChatLog, firstAfter } from "./chat-log.ts";

type OpenedLog = Pick<ChatLog, "messages" | "hasMore" | "hasNewer">;

interface ReadUpTo {
  /** The number of the last message that was read; null if none is unread. */
  readonly before: number | null;
  /** Whether that comes from the server, and not from the browser's cache of an earlier visit. */
  readonly isKnown: boolean;
}

interface Own {
  readonly me: Uid | null;
  readonly blocked: ReadonlySet<Uid>;
  /** Whether an own message that the server has not acknowledged is shown at the end. */
  readonly isSending: boolean;
}

/** Where a chat opens: at the message of a link, at the first unread message, or at the end. */
export type OpeningPosition =
  | { readonly kind: "found" | "unread"; readonly id: ChatMessage["id"] }
  | { readonly kind: "end" };

/** The first message that the person has not read, which has the unread rule above it: own and blocked people's don't count. */
export const firstUnreadOf = (log: OpenedLog, { before }: ReadUpTo, { me, blocked }: Own): ChatMessage["id"] | null =>
  firstAfter(log, before, ({ uid }) => uid !== me && !blocked.has(uid))?.id ?? null;

/**
 * Where a chat opens with what is loaded of it. A person whose own message is the last one is shown the end, even if earlier
 * messages arrived later and are unread.
 * @param found the message of a link; null without one
 */
export const openingPosition = (
  log: OpenedLog,
  reading: ReadUpTo,
  found: ChatMessage["id"] | null,
  own: Own,
): OpeningPosition => {
  if (found !== null && log.messages.some(({ id }) => id === found)) return { kind: "found", id: found };
  const unread = firstUnreadOf(log, reading, own);
  const isOwnLast = own.isSending || (own.me !== null && log.messages.at(-1)?.author.uid === own.me);
  if (unread === null || (isOwnLast && !log.hasNewer)) return { kind: "end" };
  return { kind: "unread", id: unread };
};

/**
 * Whether the log reaches to what is unread. A cached chat is rendered before the server has reported newer messages, and the
 * report may arrive before the messages.
 */
export const isLoadedToUnread = ({ messages, hasNewer }: OpenedLog, { before, isKnown }: ReadUpTo): boolean =>
  isKnown && (hasNewer || before === null || (messages.at(-1)?.number ?? 0) > before);
