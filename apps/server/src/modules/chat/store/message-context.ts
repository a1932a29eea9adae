import type { MessageId, Mint, Reaction, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { channels } from "../../membership/schema.ts";
import { type MessageRow, messageReactions, messages, type ParentRow } from "../schema.ts";

/** A message's key over all chats. */
export const numberKey = (mint: Mint, number: number): string => `${mint} ${number}`;

/** The messages that these answer, by {@link numberKey}. */
export const parentsOf = async (db: Executor, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, ParentRow>> => {
  const answered = rows.flatMap(({ mint, parentNumber }) => (parentNumber === null ? [] : [{ mint, parentNumber }]));
  if (answered.length === 0) return new Map();
  const parents = await db
    .select()
    .from(messages)
    .where(
      sql`(mint, number) in (select * from unnest(
        ${sql.param(answered.map(({ mint }) => mint))}::text[],
        ${sql.param(answered.map(({ parentNumber }) => parentNumber))}::bigint[]))`,
    );
  return new Map(parents.map((parent) => [numberKey(parent.mint, parent.number), parent]));
};

/** A reaction, with those of the viewers who gave it. */
export type GivenReaction = Omit<Reaction, "mine"> & { readonly by: ReadonlySet<Uid> };

// Prepared, because every page of a chat needs it.
const reactionsOn = preparedOnce((db) =>
  db
    .select({
      mint: messageReactions.mint,
      number: messageReactions.number,
      kind: messageReactions.kind,
      emoji: messageReactions.emoji,
      count: sql<number>`count(*)::int`,
      by: sql<Uid[] | null>`array_agg(${messageReactions.uid}) filter (
        where ${messageReactions.uid} = any(${sql.placeholder("viewers")}::text[]))`,
    })
    .from(messageReactions)
    .where(
      sql`(${messageReactions.mint}, ${messageReactions.number}) in (select * from unnest(
        ${sql.placeholder("mints")}::text[], ${sql.placeholder("numbers")}::bigint[]))`,
    )
    .groupBy(messageReactions.mint, messageReactions.number, messageReactions.kind, messageReactions.emoji)
    .prepare("chat_reactions"),
);

/** The reactions to these messages, by {@link numberKey}. @param viewers whose own ones are told apart */
export const reactionsOf = async (
  db: Executor,
  rows: readonly MessageRow[],
  viewers: readonly Uid[],
): Promise<ReadonlyMap<string, readonly GivenReaction[]>> => {
  const [mints, numbers] = [rows.map(({ mint }) => mint), rows.map(({ number }) => number)];
  const found = await reactionsOn(db).execute({ mints, numbers, viewers: [...viewers] });
  const byMessage = new Map<string, GivenReaction[]>();
  for (const { mint, number, kind, emoji, count, by } of found) {
    const key = numberKey(mint, number);
    const reaction = { kind, emoji: emoji || null, count, by: new Set(by) };
    byMessage.set(key, [...(byMessage.get(key) ?? []), reaction]);
  }
  return byMessage;
};

/** The pinned messages of these messages' chats. */
export const pinnedOf = async (db: Executor, rows: readonly MessageRow[]): Promise<ReadonlySet<MessageId>> => {
  const found = await db
    .select({ pinnedId: channels.pinnedId })
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param([...new Set(rows.map(({ mint }) => mint))])})`);
  return new Set(found.flatMap(({ pinnedId }) => pinnedId ?? []));
};
