import type { ChatChange, ChatMessage, Mint, Seq, ServerFrame, Uid } from "@tribe/contract";
import { insertMessage, messagesAfterChange } from "@tribe/domain/chat";

/** A message or a change of a chat, with its sequence number in the channel. */
export type ChatEvent =
  | { readonly seq: Seq; readonly message: ChatMessage }
  | { readonly seq: Seq; readonly change: ChatChange };

/** A part of a Tribe's history without a gap, in order, after all received events. */
export interface ChatLog {
  readonly messages: readonly ChatMessage[];
  /** Whether older ones exist on the server. */
  readonly hasMore: boolean;
  /** Whether newer ones exist that are not loaded: then new messages are not appended. */
  readonly hasNewer: boolean;
  /** Every event up to here is applied; resume after it. */
  readonly headSeq: Seq;
  /** The newest received events: pages that were read before them are updated with them. */
  readonly recent: readonly ChatEvent[];
  /** Incremented when another part of the history replaces it. */
  readonly part: number;
}

/** A page as the server answers it. */
export interface HistoryPage {
  readonly messages: readonly ChatMessage[];
  readonly hasMore: boolean;
  readonly hasNewer: boolean;
  readonly headSeq: Seq;
}

const laterOf = (one: Seq, other: Seq): Seq => [one, other].reduce((a, b) => (a < b ? b : a));

/** The most events that arrive while one page is loading. */
const maxRecent = 300;

/** A frame's event in one chat's log; null if it belongs to another chat, or has no event. */
export const eventOf = (frame: ServerFrame, mint: Mint): ChatEvent | null => {
  if (frame.type === "message" && frame.message.mint === mint)
    return { seq: frame.message.seq, message: frame.message };
  if (frame.type === "change" && frame.mint === mint) return { seq: frame.seq, change: frame.change };
  return null;
};

const applied = (messages: readonly ChatMessage[], event: ChatEvent, isAtEnd: boolean, me: Uid | null) =>
  "change" in event
    ? messagesAfterChange(messages, event.change, me)
    : isAtEnd
      ? insertMessage(messages, event.message)
      : messages;

/** The log after one more event. Applying it twice does no harm. */
export const logAfterEvent = (log: ChatLog, event: ChatEvent, me: Uid | null): ChatLog => ({
  ...log,
  messages: applied(log.messages, event, !log.hasNewer, me),
  headSeq: laterOf(log.headSeq, event.seq),
  recent: [...log.recent.slice(-maxRecent), event],
});

/** A page's messages after the events that were received since it was read. */
const upToDate = (page: HistoryPage, recent: readonly ChatEvent[], me: Uid | null): readonly ChatMessage[] =>
  recent
    .filter(({ seq }) => seq > page.headSeq)
    .reduce((messages, event) => applied(messages, event, !page.hasNewer, me), page.messages);

/** Joins two neighbouring parts; of a message in both, the first part's version counts. */
const joined = (known: readonly ChatMessage[], others: readonly ChatMessage[]): ChatMessage[] => {
  const bySeq = new Map<Seq, ChatMessage>();
  for (const message of [...others, ...known]) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** Prepends the page before the oldest message. */
export const withOlder = (log: ChatLog, page: HistoryPage, me: Uid | null): ChatLog => ({
  ...log,
  messages: joined(log.messages, upToDate({ ...page, hasNewer: true }, log.recent, me)),
  hasMore: page.hasMore,
});

/** Appends the page after the newest loaded message. */
export const withNewer = (log: ChatLog, page: HistoryPage, me: Uid | null): ChatLog => ({
  ...log,
  messages: joined(log.messages, upToDate(page, log.recent, me)),
  hasNewer: page.hasNewer,
});

/**
 * The newest page after a refetch: appended to the stored log if the two overlap, otherwise replacing it. The last received
 * sequence number stays, so that a resume brings the changes in the stored part.
 */
export const withNewest = (log: ChatLog | undefined, page: HistoryPage, me: Uid | null): ChatLog => {
  const last = log?.messages.at(-1)?.number ?? 0;
  const first = page.messages[0]?.number ?? 1;
  if (!log || log.hasNewer || first > last + 1) return newPart(log, page, me);
  return { ...log, messages: joined(upToDate(page, log.recent, me), log.messages) };
};

/** Replaces the log with a page: the first one, another part of the history, or the newest after a long absence. */
export const newPart = (log: ChatLog | undefined, page: HistoryPage, me: Uid | null): ChatLog => ({
  messages: upToDate(page, log?.recent ?? [], me),
  hasMore: page.hasMore,
  hasNewer: page.hasNewer,
  headSeq: log ? laterOf(log.headSeq, page.headSeq) : page.headSeq,
  recent: log?.recent ?? [],
  part: (log?.part ?? 0) + 1,
});

/**
 * The first message after a number whose author counts. Undefined while older ones that are not loaded may be it: of many unread
 * messages only the newest are loaded.
 * @param after null for none
 */
export const firstAfter = (
  { messages, hasMore }: Pick<ChatLog, "messages" | "hasMore">,
  after: number | null,
  counts: (author: ChatMessage["author"]) => boolean,
): ChatMessage | undefined =>
  after === null || (hasMore && (messages[0]?.number ?? 0) > after + 1)
    ? undefined
    : messages.find(({ number, author }) => number > after && counts(author));
