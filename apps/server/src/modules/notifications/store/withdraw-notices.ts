import type { Mint, Uid } from "@tribe/contract";
import { type ChatNoticeType, chatNoticeTypes } from "@tribe/domain/notifications";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { messageReactions, messages } from "../../chat/schema.ts";
import type { ChatRead, MessageAuthor, MessageName, ReactionChange } from "../rules/chat-events.ts";
import { seatLossKey } from "../rules/own-drafts.ts";
import { notices } from "../schema.ts";
import { isBlocked } from "./is-blocked.ts";

/** The authors and numbers of messages, deleted ones too. */
export const messageAuthors = (tx: Executor, named: readonly MessageName[]): Promise<MessageAuthor[]> =>
  tx
    .select({ id: messages.id, mint: messages.mint, number: messages.number, authorUid: messages.authorUid })
    .from(messages)
    .where(
      and(
        inArray(messages.mint, [...new Set(named.map(({ mint }) => mint))]),
        inArray(
          messages.id,
          named.map(({ messageId }) => messageId),
        ),
      ),
    );

/** Withdraws the notices of deleted messages. @returns whose notices changed */
export const withdrawOfMessages = async (tx: Executor, deleted: readonly MessageName[]): Promise<Uid[]> => {
  if (deleted.length === 0) return [];
  const rows = await messageAuthors(tx, deleted);
  const keys = rows.flatMap(({ mint, number }) => [`reply:${mint}:${number}`, `reaction:${mint}:${number}`]);
  const { rows: withdrawn } = await tx.execute<{ uid: Uid }>(sql`
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
  return [...withdrawn, ...emptied].map(({ uid }) => uid);
};

/** Withdraws the notices of messages that have no reaction any more. @returns whose notices changed */
export const withdrawOfReactions = async (tx: Executor, removed: readonly ReactionChange[]): Promise<Uid[]> => {
  if (removed.length === 0) return [];
  const ids = removed.map(({ messageId }) => messageId);
  const { rows } = await tx.execute<{ uid: Uid }>(sql`
    delete from ${notices} as notice using ${messages} as message
    where message.mint = any(${sql.param(removed.map(({ mint }) => mint))}) and message.id = any(${sql.param(ids)}::uuid[])
      and notice.uid = message.author_uid and notice.key = 'reaction:' || message.mint || ':' || message.number
      and not exists (
        select from message_reactions as reaction
        where reaction.mint = message.mint and reaction.number = message.number and reaction.uid <> message.author_uid
      ) returning notice.uid`);
  return rows.map(({ uid }) => uid);
};

/** Whom a chat's notice is about. */
const subjectPerson: Readonly<Record<ChatNoticeType, "author" | "reactor">> = {
  chat_new_message: "author",
  chat_reply: "author",
  chat_reaction: "reactor",
};
const typesAbout = (whom: "author" | "reactor"): ChatNoticeType[] =>
  chatNoticeTypes().filter((type) => subjectPerson[type] === whom);

/** Withdraws notices about people who were blocked since. @returns whose notices changed */
export const withdrawOfBlocked = async (tx: Executor, blocked: readonly { readonly uid: Uid }[]): Promise<Uid[]> => {
  const uids = [...new Set(blocked.map(({ uid }) => uid))];
  for (const uid of uids) {
    const isShown = (author: SQL) => sql`${author} <> ${uid} and not ${isBlocked(sql`${uid}`, author)}`;
    const left = sql`message.mint = notice.subject ->> 'mint' and message.deleted_at is null and ${isShown(sql`message.author_uid`)}
      and message.number between coalesce(notice.subject ->> 'from', notice.subject ->> 'number')::bigint
        and (notice.subject ->> 'number')::bigint`;
    await tx.execute(sql`
      delete from ${notices} as notice where notice.uid = ${uid} and (
        notice.type = any(${sql.param(typesAbout("author"))}) and not exists (select from ${messages} as message where ${left})
        or notice.type = any(${sql.param(typesAbout("reactor"))}) and not exists (
          select from ${messageReactions} as reaction where reaction.mint = notice.subject ->> 'mint'
            and reaction.number = (notice.subject ->> 'number')::bigint and ${isShown(sql`reaction.uid`)}
        )
      )`);
    await tx.execute(sql`
      update ${notices} as notice set count = least(notice.count, (select count(*) from ${messages} as message where ${left})::int)
      where notice.uid = ${uid} and notice.type = 'chat_new_message' and notice.read_at is null`);
  }
  return uids;
};

/** Marks notices of a chat as read, as far as the person has read the chat. @returns whose notices changed */
export const markReadInChats = async (tx: Executor, reads: readonly ChatRead[]): Promise<Uid[]> => {
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
export const withdrawOfChat = async (tx: Executor, uid: Uid, mint: Mint): Promise<void> => {
  await tx
    .delete(notices)
    .where(
      and(eq(notices.uid, uid), inArray(notices.type, chatNoticeTypes()), sql`${notices.subject} ->> 'mint' = ${mint}`),
    );
};

/** Withdraws the notice of a lost seat, because the seat is back. */
export const withdrawSeatLoss = async (tx: Executor, uid: Uid, mint: Mint): Promise<void> => {
  await tx.delete(notices).where(and(eq(notices.uid, uid), eq(notices.key, seatLossKey(mint))));
};
