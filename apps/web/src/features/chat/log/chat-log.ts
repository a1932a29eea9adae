import type { ChatChange, ChatMessage, Mint, Seq, ServerFrame, Uid } from "@tribe/contract";
import { insertMessage, messagesAfterChange } from "@tribe/domain/chat";

/** A message or a change of a chat, with its number of the channel's sequence. */
export type ChatEvent =
  | { readonly seq: Seq; readonly message: ChatMessage }
  | { readonly seq: Seq; readonly change: ChatChange };

/** A part of a Tribe's history without a gap, in order, as it is after all events that were heard. */
export interface ChatLog {
  readonly messages: readonly ChatMessage[];
  /** Whether older ones exist on the server. */
  readonly hasMore: boolean;
  /** Whether newer ones exist that are not loaded: then what arrives is not put after the last one. */
  readonly hasNewer: boolean;
  /** Every event up to here is in it, to resume after. */
  readonly headSeq: Seq;
  /** The newest events that were heard: a page that was read before them is brought up to date by them. */
  readonly recent: readonly ChatEvent[];
  /** Grows when another part of the history takes its place. */
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

/** More events than this do not come while one page is on its way. */
const maxRecent = 300;

/** What a frame says of one chat's log; null when it is of another, or says nothing of it. */
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

/** The log after one more event. Hearing it twice does no harm. */
export const logAfterEvent = (log: ChatLog, event: ChatEvent, me: Uid | null): ChatLog => ({
  ...log,
  messages: applied(log.messages, event, !log.hasNewer, me),
  headSeq: laterOf(log.headSeq, event.seq),
  recent: [...log.recent.slice(-maxRecent), event],
});

/** A page's messages as they are now, after what was heard since it was read. */
const upToDate = (page: HistoryPage, recent: readonly ChatEvent[], me: Uid | null): readonly ChatMessage[] =>
  recent
    .filter(({ seq }) => seq > page.headSeq)
    .reduce((messages, event) => applied(messages, event, !page.hasNewer, me), page.messages);

/** Puts two neighbouring parts together; where both have a message, the first one's counts. */
const joined = (known: readonly ChatMessage[], others: readonly ChatMessage[]): ChatMessage[] => {
  const bySeq = new Map<Seq, ChatMessage>();
  for (const message of [...others, ...known]) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** Puts the page before the oldest message in front. */
export const withOlder = (log: ChatLog, page: HistoryPage, me: Uid | null): ChatLog => ({
  ...log,
  messages: joined(log.messages, upToDate({ ...page, hasNewer: true }, log.recent, me)),
  hasMore: page.hasMore,
});

/** Puts the page after the newest loaded message behind. */
export const withNewer = (log: ChatLog, page: HistoryPage, me: Uid | null): ChatLog => ({
  ...log,
  messages: joined(log.messages, upToDate(page, log.recent, me)),
  hasNewer: page.hasNewer,
});

/**
 * The newest page, read anew: put behind what was kept of an earlier visit where the two meet, in its place otherwise. What
 * was heard last stays as it was, so that a resume brings what changed in the kept part meanwhile.
 */
export const withNewest = (log: ChatLog | undefined, page: HistoryPage, me: Uid | null): ChatLog => {
  const last = log?.messages.at(-1)?.number ?? 0;
  const first = page.messages[0]?.number ?? 1;
  if (!log || log.hasNewer || first > last + 1) return newPart(log, page, me);
  return { ...log, messages: joined(upToDate(page, log.recent, me), log.messages) };
};

/** Shows a page in place of what was there: the first one, another part of the history, or all anew after a long absence. */
export const newPart = (log: ChatLog | undefined, page: HistoryPage, me: Uid | null): ChatLog => ({
  messages: upToDate(page, log?.recent ?? [], me),
  hasMore: page.hasMore,
  hasNewer: page.hasNewer,
  headSeq: log ? laterOf(log.headSeq, page.headSeq) : page.headSeq,
  recent: log?.recent ?? [],
  part: (log?.part ?? 0) + 1,
});

/**
 * The first message after a number whose author counts. It is not known while older ones may be it: of very much that is
 * unread only the newest are loaded.
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
