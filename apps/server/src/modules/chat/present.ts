import {
  type ChatMessage,
  type Mention,
  type MentionRange,
  type MessageId,
  type ParentMessage,
  type Reaction,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
  type Uid,
} from "@tribe/contract";
import { emptied, sortReactions } from "@tribe/domain/chat";
import { quotedText } from "@tribe/domain/markup";
import * as z from "zod/mini";
import type { Executor } from "../../db/client.ts";
import { nameAndPictureOf, type Person, peopleByUids } from "../identity/index.ts";
import type { MessageRow, ParentRow } from "./schema.ts";
import { numberKey, parentsOf, pinnedOf, reactionsOf } from "./store/message-context.ts";

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
  const content = row.deletedAt
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
    text: content.text,
    attachments: content.attachments,
    replyTo: content.replyTo,
    reactions: content.reactions,
    mentions: content.mentions,
    linkPreview: content.linkPreview,
    isPinned: content.isPinned,
  };
};

/** A person as others see them now; a deleted account keeps the id. */
export const authorOf = (people: ReadonlyMap<Uid, Person>, uid: Uid): ChatMessage["author"] => {
  const person = people.get(uid);
  return {
    uid,
    address: person?.address ?? null,
    ...(person ? nameAndPictureOf(person) : { displayName: uid.slice(0, 6), pfp: null }),
  };
};

const presentParent = (row: ParentRow, people: ReadonlyMap<Uid, Person>): ParentMessage => ({
  id: row.id,
  seq: row.seq as Seq, // as above
  number: row.number,
  type: row.kind,
  text: row.deletedAt ? "" : quotedText(row.text),
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
  db: Executor,
  rows: readonly MessageRow[],
  viewer: Uid | null,
  pinned?: ReadonlySet<MessageId>,
): Promise<ChatMessage[]> => {
  const seen = await presentForMany(db, rows, viewer ? [viewer] : [], pinned);
  return seen.map(({ shared, own }) => (viewer ? own.get(viewer) : null) ?? shared);
};

/** The same for many readers: everything but their own reactions is read and built once for all. */
export const presentForMany = async (
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
  const people = await peopleByUids(db, [...new Set([...uids, ...mentioned])]);
  return rows.map((row) => {
    const parent = row.parentNumber === null ? null : (parents.get(numberKey(row.mint, row.parentNumber)) ?? null);
    const given = reactions.get(numberKey(row.mint, row.number)) ?? [];
    const seenBy = (viewer: Uid | null) =>
      presentMessage(row, {
        people,
        parent,
        reactions: given.map(({ by, ...reaction }) => ({ ...reaction, mine: viewer !== null && by.has(viewer) })),
        isPinned: pinned.has(row.id),
      });
    const who = new Set(given.flatMap(({ by }) => [...by]));
    return { shared: seenBy(null), own: new Map([...who].map((uid) => [uid, seenBy(uid)])) };
  });
};

/** The `message` frame as text. */
export const messageFrame = (message: ChatMessage): string => {
  const frame: ServerFrame = { type: "message", message };
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};
