import {
  type ChatMessage,
  type Mention,
  type MentionRange,
  type MessageId,
  type Mint,
  type ParentMessage,
  type Reaction,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
  type Uid,
} from "@tribe/contract";
import { emptied, quoteOf, sortReactions } from "@tribe/domain/chat";
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import type { People, Person } from "../../ports.ts";
import { faceOf } from "../identity/index.ts";
import { channels } from "../membership/schema.ts";
import { messageReactions, messages } from "./schema.ts";

/** A stored message. */
export type MessageRow = typeof messages.$inferSelect;
/** The parts of a message that are needed to quote it. */
export type ParentRow = Pick<
  MessageRow,
  "mint" | "number" | "seq" | "id" | "kind" | "text" | "authorUid" | "deletedAt"
>;

/** What is shown with a message besides its own row. */
export interface MessageContext {
  readonly people: ReadonlyMap<Uid, Person>;
  readonly parent: ParentRow | null;
  readonly reactions: readonly Reaction[];
  readonly isPinned: boolean;
}

/** A stored message in the contract's form. An author whose account was deleted keeps the id. */
export const presentMessage = (row: MessageRow, context: MessageContext): ChatMessage => {
  const { people, parent } = context;
  const kept = row.deletedAt
    ? { ...emptied, replyTo: null, isPinned: false }
    : {
        text: row.text,
        attachments: [...row.attachments],
        replyTo: parent && presentParent(parent, people),
        reactions: sortReactions(context.reactions),
        mentions: presentMentions(row.mentions, people),
        linkPreview: row.linkPreview,
        isPinned: context.isPinned,
      };
  // One object literal: spreading an object with so many fields into another costs the engine 5 KB for each message of each page.
  return {
    id: row.id,
    mint: row.mint,
    seq: row.seq as Seq, // given by the channel, from 1 on
    number: row.number,
    clientId: row.clientId,
    type: row.kind,
    author: authorOf(people, row.authorUid),
    sentAt: row.sentAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    deletedAt: row.deletedAt?.getTime() ?? null,
    deletedBy: row.deletedBy,
    text: kept.text,
    attachments: kept.attachments,
    replyTo: kept.replyTo,
    reactions: kept.reactions,
    mentions: kept.mentions,
    linkPreview: kept.linkPreview,
    isPinned: kept.isPinned,
  };
};

/** A person as others see them now; a deleted account keeps the id. */
export const authorOf = (people: ReadonlyMap<Uid, Person>, uid: Uid): ChatMessage["author"] => {
  const person = people.get(uid);
  return {
    uid,
    address: person?.address ?? null,
    ...(person ? faceOf(person) : { displayName: uid.slice(0, 6), pfp: null }),
  };
};

const presentParent = (row: ParentRow, people: ReadonlyMap<Uid, Person>): ParentMessage => ({
  id: row.id,
  seq: row.seq as Seq, // as above
  number: row.number,
  type: row.kind,
  text: row.deletedAt ? "" : quoteOf(row.text),
  author: authorOf(people, row.authorUid),
  isDeleted: row.deletedAt !== null,
});

/** Mentions with the people's present names. */
export const presentMentions = (ranges: readonly MentionRange[], people: ReadonlyMap<Uid, Person>): Mention[] =>
  ranges.map((range) => {
    const { displayName, address } = authorOf(people, range.uid);
    return { ...range, displayName, address };
  });

/** A message as most readers see it, and as those who reacted to it see it. */
export interface SeenMessage {
  readonly shared: ChatMessage;
  readonly own: ReadonlyMap<Uid, ChatMessage>;
}

/**
 * Stored messages with their authors' present names, quotes of what they answer, and the reactions as one reader sees them.
 * @param pinned the pinned messages of their chats, if they were read already
 */
export const presentMessages = async (
  people: People,
  db: Executor,
  rows: readonly MessageRow[],
  viewer: Uid | null,
  pinned?: ReadonlySet<MessageId>,
): Promise<ChatMessage[]> => {
  const seen = await presentForMany(people, db, rows, viewer ? [viewer] : [], pinned);
  return seen.map(({ shared, own }) => (viewer ? own.get(viewer) : null) ?? shared);
};

/** The same for many readers: everything but their own reactions is read and built once for all. */
export const presentForMany = async (
  people: People,
  db: Executor,
  rows: readonly MessageRow[],
  viewers: readonly Uid[],
  knownPinned?: ReadonlySet<MessageId>,
): Promise<SeenMessage[]> => {
  if (rows.length === 0) return [];
  // One after another, because in a transaction they share one connection.
  const parents = await parentsOf(db, rows);
  const reactions = await reactionsOf(db, rows, viewers);
  const pinned = knownPinned ?? (await pinnedOf(db, rows));
  const uids = [...rows, ...parents.values()].map(({ authorUid }) => authorUid);
  const mentioned = rows.flatMap(({ mentions }) => mentions.map(({ uid }) => uid));
  const faces = await people.byUids(db, [...new Set([...uids, ...mentioned])]);
  return rows.map((row) => {
    const parent = row.parentNumber === null ? null : (parents.get(keyOf(row.mint, row.parentNumber)) ?? null);
    const given = reactions.get(keyOf(row.mint, row.number)) ?? [];
    const seenBy = (viewer: Uid | null) =>
      presentMessage(row, {
        people: faces,
        parent,
        reactions: given.map(({ by, ...reaction }) => ({ ...reaction, mine: viewer !== null && by.has(viewer) })),
        isPinned: pinned.has(row.id),
      });
    const who = new Set(given.flatMap(({ by }) => [...by]));
    return { shared: seenBy(null), own: new Map([...who].map((uid) => [uid, seenBy(uid)])) };
  });
};

const keyOf = (mint: Mint, number: number): string => `${mint} ${number}`;

const parentsOf = async (db: Executor, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, ParentRow>> => {
  const places = rows.flatMap(({ mint, parentNumber }) => (parentNumber === null ? [] : [{ mint, parentNumber }]));
  if (places.length === 0) return new Map();
  const parents = await db
    .select()
    .from(messages)
    .where(
      sql`(mint, number) in (select * from unnest(
        ${sql.param(places.map(({ mint }) => mint))}::text[],
        ${sql.param(places.map(({ parentNumber }) => parentNumber))}::bigint[]))`,
    );
  return new Map(parents.map((parent) => [keyOf(parent.mint, parent.number), parent]));
};

/** A reaction, with those of the viewers who gave it. */
type GivenReaction = Omit<Reaction, "mine"> & { readonly by: ReadonlySet<Uid> };

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

const reactionsOf = async (
  db: Executor,
  rows: readonly MessageRow[],
  viewers: readonly Uid[],
): Promise<ReadonlyMap<string, readonly GivenReaction[]>> => {
  const [mints, numbers] = [rows.map(({ mint }) => mint), rows.map(({ number }) => number)];
  const found = await reactionsOn(db).execute({ mints, numbers, viewers: [...viewers] });
  const byMessage = new Map<string, GivenReaction[]>();
  for (const { mint, number, kind, emoji, count, by } of found) {
    const key = keyOf(mint, number);
    const reaction = { kind, emoji: emoji || null, count, by: new Set(by) };
    byMessage.set(key, [...(byMessage.get(key) ?? []), reaction]);
  }
  return byMessage;
};

const pinnedOf = async (db: Executor, rows: readonly MessageRow[]): Promise<ReadonlySet<MessageId>> => {
  const found = await db
    .select({ pinnedId: channels.pinnedId })
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param([...new Set(rows.map(({ mint }) => mint))])})`);
  return new Set(found.flatMap(({ pinnedId }) => pinnedId ?? []));
};

/** The `message` frame as text. */
export const messageFrame = (message: ChatMessage): string => {
  const frame: ServerFrame = { type: "message", message };
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};
