import type { Mint, Uid } from "@tribe/contract";
import { type NoticeSubject, noticeWays } from "@tribe/domain/notifications";
import type { MessageAuthor, ReactionChange, SentMessage } from "./chat-events.ts";
import type { NoticeDraft } from "./notice-draft.ts";
import type { ChatReceiver } from "./receivers.ts";

const subjectOf = (type: NoticeSubject["type"], mint: Mint, { isChief, settings }: ChatReceiver): NoticeSubject => ({
  type,
  isOwnDoing: false,
  isChief,
  hasAccess: true,
  mode: settings.tribeSettings[mint] ?? "all",
  isBlocked: false,
});

/** A message, prepared once for all of its readers. */
interface Prepared {
  readonly number: number;
  readonly author: Uid;
  readonly at: Date;
  /** The author of the message that it answers; null when it is no answer. */
  readonly answers: Uid | null;
  /** The people whom it answers or mentions. */
  readonly addressed: ReadonlySet<Uid>;
}

/** The notices of messages: for those who are answered or mentioned, and for everybody else who may read them. */
export const messageDrafts = (
  messages: readonly SentMessage[],
  receivers: readonly ChatReceiver[],
): readonly NoticeDraft[] => {
  const byMint = new Map<Mint, Prepared[]>();
  for (const { mint, author, number, replyTo, mentions, sentAt } of messages) {
    const answers = replyTo?.author.uid ?? null;
    const addressed = new Set([...(answers === null ? [] : [answers]), ...mentions.map(({ uid }) => uid)]);
    const ofChat = byMint.get(mint) ?? [];
    ofChat.push({ number, author: author.uid, at: new Date(sentAt), answers, addressed });
    byMint.set(mint, ofChat);
  }
  return receivers.flatMap((receiver) => draftsFor(receiver, byMint.get(receiver.mint) ?? []));
};

/** The notices of one reader for a chat's messages: one for each answer or mention, one for all others together. */
const draftsFor = (receiver: ChatReceiver, sent: readonly Prepared[]): readonly NoticeDraft[] => {
  const { uid, blocked } = receiver;
  const shown = sent.filter(({ author }) => author !== uid && !blocked.has(author));
  const addressed = shown.filter((message) => message.addressed.has(uid));
  const others = shown.filter((message) => !message.addressed.has(uid));
  return [...addressed.flatMap((message) => replyDraft(receiver, message) ?? []), ...othersDraft(receiver, others)];
};

const replyDraft = (receiver: ChatReceiver, { number, at, answers }: Prepared): NoticeDraft | null => {
  const { uid, mint, hasPush, isVisible, settings } = receiver;
  const ways = noticeWays(subjectOf("chat_reply", mint, receiver), settings);
  if (!ways.list) return null;
  return {
    uid,
    key: `reply:${mint}:${number}`,
    subject: { type: "chat_reply", mint, number, isMention: answers !== uid },
    count: 1,
    at,
    isSeen: isVisible,
    push: ways.push && hasPush && !isVisible,
    mail: false,
  };
};

const othersDraft = (receiver: ChatReceiver, others: readonly Prepared[]): readonly NoticeDraft[] => {
  const { uid, mint, hasPush, isVisible, settings } = receiver;
  const [first, last] = [others[0], others.at(-1)];
  // Who has the chat open reads it there: a notice in the list would disappear at once.
  if (!first || !last || isVisible) return [];
  const ways = noticeWays(subjectOf("chat_new_message", mint, receiver), settings);
  if (!ways.list) return [];
  return [
    {
      uid,
      key: `message:${mint}`,
      subject: { type: "chat_new_message", mint, from: first.number, number: last.number },
      count: others.length,
      at: last.at,
      isSeen: false,
      push: ways.push && hasPush,
      mail: false,
    },
  ];
};

/** The notices of reactions: for the message's author, one for each message. */
export const reactionDrafts = (
  given: readonly ReactionChange[],
  authors: readonly MessageAuthor[],
  receivers: readonly ChatReceiver[],
): readonly NoticeDraft[] => {
  const messageOf = new Map(authors.map((message) => [message.id, message]));
  const receiverOf = new Map(receivers.map((receiver) => [`${receiver.mint} ${receiver.uid}`, receiver]));
  return given.flatMap(({ mint, messageId, uid, at }): NoticeDraft[] => {
    const message = messageOf.get(messageId);
    const receiver = message && receiverOf.get(`${mint} ${message.authorUid}`);
    if (!receiver || message.authorUid === uid || receiver.blocked.has(uid)) return [];
    const ways = noticeWays(subjectOf("chat_reaction", mint, receiver), receiver.settings);
    if (!ways.list) return [];
    const { number } = message;
    return [
      {
        uid: receiver.uid,
        key: `reaction:${mint}:${number}`,
        subject: { type: "chat_reaction", mint, number },
        count: 1,
        at: new Date(at),
        isSeen: receiver.isVisible,
        push: ways.push && receiver.hasPush && !receiver.isVisible,
        mail: false,
      },
    ];
  });
};
