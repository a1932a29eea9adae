import type { ChatChange, ChatMessage, Mint, Uid } from "@tribe/contract";
import { type ChatNoticeType, chatNoticeTypes, type NoticeSubject, noticeWays } from "@tribe/domain/notifications";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { messageReactions, messages } from "../../chat/schema.ts";
import { isBlocked } from "../is-blocked.ts";
import { notices } from "../schema.ts";
import { type ChatReceiver, chatReceivers } from "./audience.ts";
import type { NoticeDraft } from "./drafts.ts";

/** A reaction to a message. */
export interface GivenReaction {
  readonly mint: Mint;
  readonly at: number;
  readonly change: Extract<ChatChange, { kind: "reaction" }>;
}

/** A message that was deleted. */
export interface DeletedMessage {
  readonly mint: Mint;
  readonly change: Extract<ChatChange, { kind: "deleted" }>;
}

const subjectOf = (type: NoticeSubject["type"], mint: Mint, { isChief, settings }: ChatReceiver): NoticeSubject => ({
  type,
  isOwnDoing: false,
  isChief,
  hasAccess: true,
  mode: settings.tribeSettings[mint] ?? "all",
  isBlocked: false,
});

/** A message, prepared once for all of its readers. */
interface Sent {
  readonly number: number;
  readonly author: Uid;
  readonly at: Date;
  /** The author of the message that it answers; null when it is no answer. */
  readonly answers: Uid | null;
  /** The people whom it answers or mentions. */
  readonly addressed: ReadonlySet<Uid>;
}

/** Plans the notices of messages: for those who are answered or mentioned, and for everybody else who may read them. */
export const planMessages = (sent: readonly ChatMessage[], receivers: readonly ChatReceiver[]): NoticeDraft[] => {
  const byMint = new Map<Mint, Sent[]>();
  for (const { mint, author, number, replyTo, mentions, sentAt } of sent) {
    const answers = replyTo?.author.uid ?? null;
    const addressed = new Set([...(answers === null ? [] : [answers]), ...mentions.map(({ uid }) => uid)]);
    const some = byMint.get(mint) ?? [];
    some.push({ number, author: author.uid, at: new Date(sentAt), answers, addressed });
    byMint.set(mint, some);
  }
  return receivers.flatMap((receiver) => planFor(receiver, byMint.get(receiver.mint) ?? []));
};

/** The notices of one reader for a chat's messages: one for each answer or mention, one for all others together. */
const planFor = (receiver: ChatReceiver, sent: readonly Sent[]): NoticeDraft[] => {
  const { uid, mint, hasPush, isVisible, settings, blocked } = receiver;
  const drafts: NoticeDraft[] = [];
  const others: Sent[] = [];
  for (const message of sent) {
    if (message.author === uid || blocked.has(message.author)) continue;
    if (!message.addressed.has(uid)) others.push(message);
    else {
      const ways = noticeWays(subjectOf("chat_reply", mint, receiver), settings);
      if (!ways.list) continue;
      const { number, at, answers } = message;
      drafts.push({
        uid,
        key: `reply:${mint}:${number}`,
        subject: { type: "chat_reply", mint, number, isMention: answers !== uid },
        count: 1,
        at,
        isSeen: isVisible,
        push: ways.push && hasPush && !isVisible,
        mail: false,
      });
    }
  }
  const [first, last] = [others[0], others.at(-1)];
  // Who looks at the chat reads it there: a notice in the list would disappear at once.
  if (!first || !last || isVisible) return drafts;
  const ways = noticeWays(subjectOf("chat_new_message", mint, receiver), settings);
  if (!ways.list) return drafts;
  drafts.push({
    uid,
    key: `message:${mint}`,
    subject: { type: "chat_new_message", mint, from: first.number, number: last.number },
    count: others.length,
    at: last.at,
    isSeen: false,
    push: ways.push && hasPush,
    mail: false,
  });
  return drafts;
};

/** Plans the notices of reactions: for the message's author, one for each message. */
export const planReactions = async (tx: Executor, given: readonly GivenReaction[]): Promise<NoticeDraft[]> => {
  if (given.length === 0) return [];
  const rows = await tx
    .select({ id: messages.id, mint: messages.mint, number: messages.number, authorUid: messages.authorUid })
    .from(messages)
    .where(
      and(
        inArray(messages.mint, [...new Set(given.map(({ mint }) => mint))]),
        inArray(
          messages.id,
          given.map(({ change }) => change.messageId),
        ),
      ),
    );
  const messageOf = new Map(rows.map((row) => [row.id, row]));
  const receivers = await chatReceivers(tx, [...new Set(given.map(({ mint }) => mint))]);
  const receiverOf = new Map(receivers.map((receiver) => [`${receiver.mint} ${receiver.uid}`, receiver]));
  return given.flatMap(({ mint, at, change }): NoticeDraft[] => {
    const message = messageOf.get(change.messageId);
    const receiver = message && receiverOf.get(`${mint} ${message.authorUid}`);
    if (!receiver || message.authorUid === change.uid || receiver.blocked.has(change.uid)) return [];
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

/** Withdraws the notices of deleted messages. @returns whose notices changed */
export const forgetMessages = async (tx: Executor, deleted: readonly DeletedMessage[]): Promise<Uid[]> => {
  if (deleted.length === 0) return [];
  const rows = await tx
    .select({ mint: messages.mint, number: messages.number })
    .from(messages)
    .where(
      and(
        inArray(messages.mint, [...new Set(deleted.map(({ mint }) => mint))]),
        inArray(
          messages.id,
          deleted.map(({ change }) => change.messageId),
        ),
      ),
    );
  const keys = rows.flatMap(({ mint, number }) => [`reply:${mint}:${number}`, `reaction:${mint}:${number}`]);
  const { rows: gone } = await tx.execute<{ uid: Uid }>(sql`
    delete from ${notices} where key = any(${sql.param(keys)}) returning uid`);
  // The notice of a Tribe's new messages is withdrawn when none of them is left.
  const mints = [...new Set(rows.map(({ mint }) => mint))];
  const { rows: emptied } = await tx.execute<{ uid: Uid }>(sql`
    delete from ${notices} as notice where notice.key = any(${sql.param(mints.map((mint) => `message:${mint}`))})
      and not exists (
        select from ${messages} as message where message.mint = notice.subject ->> 'mint' and message.deleted_at is null
          and message.author_uid <> notice.uid
          and message.number between (notice.subject ->> 'from')::bigint and (notice.subject ->> 'number')::bigint
      ) returning notice.uid`);
  return [...gone, ...emptied].map(({ uid }) => uid);
};

/** Withdraws the notice of a message that has no reaction any more. @returns whose notices changed */
export const forgetReactions = async (tx: Executor, taken: readonly GivenReaction[]): Promise<Uid[]> => {
  if (taken.length === 0) return [];
  const ids = taken.map(({ change }) => change.messageId);
  const { rows } = await tx.execute<{ uid: Uid }>(sql`
    delete from ${notices} as notice using ${messages} as message
    where message.mint = any(${sql.param(taken.map(({ mint }) => mint))}) and message.id = any(${sql.param(ids)}::uuid[])
      and notice.uid = message.author_uid and notice.key = 'reaction:' || message.mint || ':' || message.number
      and not exists (
        select from message_reactions as reaction
        where reaction.mint = message.mint and reaction.number = message.number and reaction.uid <> message.author_uid
      ) returning notice.uid`);
  return rows.map(({ uid }) => uid);
};

/** Whom a chat's notice is about. */
const tellsOf: Readonly<Record<ChatNoticeType, "author" | "reactor">> = {
  chat_new_message: "author",
  chat_reply: "author",
  chat_reaction: "reactor",
};
const saidBy = (whom: "author" | "reactor"): ChatNoticeType[] =>
  chatNoticeTypes().filter((type) => tellsOf[type] === whom);

/** Withdraws notices about people who were blocked since. @returns whose notices changed */
export const forgetBlocked = async (
  tx: Executor,
  blocked: readonly { readonly uid: Uid; readonly blockedUid: Uid }[],
): Promise<Uid[]> => {
  const uids = [...new Set(blocked.map(({ uid }) => uid))];
  for (const uid of uids) {
    const heard = (author: SQL) => sql`${author} <> ${uid} and not ${isBlocked(sql`${uid}`, author)}`;
    const left = sql`message.mint = notice.subject ->> 'mint' and message.deleted_at is null and ${heard(sql`message.author_uid`)}
      and message.number between coalesce(notice.subject ->> 'from', notice.subject ->> 'number')::bigint
        and (notice.subject ->> 'number')::bigint`;
    await tx.execute(sql`
      delete from ${notices} as notice where notice.uid = ${uid} and (
        notice.type = any(${sql.param(saidBy("author"))}) and not exists (select from ${messages} as message where ${left})
        or notice.type = any(${sql.param(saidBy("reactor"))}) and not exists (
          select from ${messageReactions} as reaction where reaction.mint = notice.subject ->> 'mint'
            and reaction.number = (notice.subject ->> 'number')::bigint and ${heard(sql`reaction.uid`)}
        )
      )`);
    await tx.execute(sql`
      update ${notices} as notice set count = least(notice.count, (select count(*) from ${messages} as message where ${left})::int)
      where notice.uid = ${uid} and notice.type = 'chat_new_message' and notice.read_at is null`);
  }
  return uids;
};

/** Marks notices of a chat as read, as far as the person has read the chat. @returns whose notices changed */
export const markChatRead = async (
  tx: Executor,
  reads: readonly { readonly uid: Uid; readonly mint: Mint; readonly number: number }[],
): Promise<Uid[]> => {
  const changed: Uid[] = [];
  for (const { uid, mint, number } of reads) {
    const { rows } = await tx.execute<{ uid: Uid }>(sql`
      update ${notices} set
        read_at = case when (subject ->> 'number')::bigint <= ${number}::bigint then now() end,
        subject = case when type = 'chat_new_message' and (subject ->> 'number')::bigint > ${number}::bigint
          then jsonb_set(subject, '{from}', to_jsonb(${number}::bigint + 1)) else subject end,
        count = case when type = 'chat_new_message' and (subject ->> 'number')::bigint > ${number}::bigint
          then least(count, (subject ->> 'number')::int - ${number}::int) else count end
      where uid = ${uid} and read_at is null and subject ->> 'mint' = ${mint}
        and (type = 'chat_new_message' and (subject ->> 'from')::bigint <= ${number}::bigint
          or type = 'chat_reply' and (subject ->> 'number')::bigint <= ${number}::bigint)
      returning uid`);
    if (rows.length > 0) changed.push(uid);
  }
  return changed;
};

/** Withdraws all notices of a chat that somebody may not read any more. */
export const forgetChat = async (tx: Executor, uid: Uid, mint: Mint): Promise<void> => {
  await tx
    .delete(notices)
    .where(
      and(eq(notices.uid, uid), inArray(notices.type, chatNoticeTypes()), sql`${notices.subject} ->> 'mint' = ${mint}`),
    );
};
