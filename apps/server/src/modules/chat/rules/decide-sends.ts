import {
  type Address,
  ApiError,
  type Attachment,
  type MembershipState,
  type MessageId,
  type Mint,
  type Uid,
} from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { messageLinks } from "@tribe/domain/markup";
import type { UnsentFile } from "../../media/index.ts";
import { accessProblem } from "../../membership/index.ts";
import type { MessageRow, ParentRow } from "../schema.ts";
import { type Allowance, consumeMessage, consumeTribeMessage, fullAllowance } from "./allowance.ts";
import { accessKey, mentionsOf } from "./mentions.ts";
import { newMessage } from "./new-message.ts";
import type { Send, StoredMessage } from "./send.ts";
import { addWrite, type ChannelRules, isNewcomer, type MemberWrites, noWrites } from "./write-limits.ts";

/** The result of a send; null when nothing was done, because its chat is locked by another transaction. */
export type Answer = StoredMessage | ApiError | null;

/** A channel's rules and counters. */
export interface ChannelHead {
  readonly rules: ChannelRules;
  readonly seq: number;
  readonly number: number;
  readonly allowance: Allowance;
}

/** The database's state for one send. */
export interface KnownSend {
  readonly state: MembershipState;
  readonly creator: Address | null;
  /** When the sender first joined, ms; null if never. */
  readonly joinedAt: number | null;
  /** The message that was already stored for this send. */
  readonly before: StoredMessage | null;
}

/** All that decides about a batch of sends, as it was read under the locks of their channels. */
export interface SendState {
  /** The locked channels. */
  readonly heads: ReadonlyMap<Mint, ChannelHead>;
  /** Whether a channel that is not among them may exist, locked by another transaction. */
  readonly skipsLocked: boolean;
  readonly authors: ReadonlyMap<Uid, { readonly address: Address | null }>;
  readonly endedSessions: ReadonlySet<string>;
  /** By the index of the send. */
  readonly known: readonly KnownSend[];
  /** Fresh ids for the messages, by the index of the send. */
  readonly ids: readonly MessageId[];
  readonly allowances: ReadonlyMap<Uid, Allowance>;
  /** By {@link parentKey}. */
  readonly parents: ReadonlyMap<string, ParentRow>;
  /** People who may not be mentioned, by {@link accessKey}. */
  readonly strangers: ReadonlySet<string>;
  /** Recent writes of members to whom limits apply, by {@link accessKey}. */
  readonly writes: ReadonlyMap<string, MemberWrites>;
  readonly files: ReadonlyMap<string, UnsentFile>;
}

/** A message to be inserted, with the one that it answers. */
export interface Draft {
  readonly row: MessageRow;
  readonly parent: ParentRow | null;
}

/** A member's recent writes, to be stored. */
export interface CountedWrites extends MemberWrites {
  readonly mint: Mint;
  readonly uid: Uid;
}

/** What is stored for a batch, and what its senders are answered. */
export interface SendDecision {
  /** In the order of the sends. */
  readonly answers: readonly Answer[];
  readonly drafts: readonly Draft[];
  /** The counters of the channels that got messages. */
  readonly heads: ReadonlyMap<Mint, ChannelHead>;
  readonly allowances: ReadonlyMap<Uid, Allowance>;
  readonly writes: readonly CountedWrites[];
  readonly files: readonly { readonly id: string; readonly messageId: MessageId }[];
}

/** A message's key over all chats. */
export const parentKey = (mint: Mint, id: MessageId): string => `${mint} ${id}`;

const unknownSend: KnownSend = { state: "none", creator: null, joinedAt: null, before: null };

/**
 * Decides for each send, in order, whether its message is stored and with which numbers; each one sees what those before it in
 * the batch have used. The same `clientId` sent twice is one message with one answer, and uses no allowance twice.
 */
export const decideSends = (state: SendState, sends: readonly Send[], now: number): SendDecision => {
  const batch: Batch = {
    state,
    now,
    drafts: [],
    heads: new Map(),
    allowances: new Map(),
    writes: new Map(),
    files: new Map(),
    stored: new Map(),
  };
  const answers = sends.map((send, index) => decideSend(batch, send, index));
  return {
    answers,
    drafts: batch.drafts,
    heads: batch.heads,
    allowances: batch.allowances,
    writes: [...batch.writes.values()],
    files: [...batch.files].map(([id, messageId]) => ({ id, messageId })),
  };
};

/** What the sends decided so far have used and stored. */
interface Batch {
  readonly state: SendState;
  readonly now: number;
  readonly drafts: Draft[];
  readonly heads: Map<Mint, ChannelHead>;
  readonly allowances: Map<Uid, Allowance>;
  readonly writes: Map<string, CountedWrites>;
  readonly files: Map<string, MessageId>;
  readonly stored: Map<string, StoredMessage>;
}

const decideSend = (batch: Batch, send: Send, index: number): Answer => {
  const { state } = batch;
  const head = batch.heads.get(send.mint) ?? state.heads.get(send.mint);
  if (!head) return state.skipsLocked ? null : new ApiError("not_found");
  const known = state.known[index] ?? unknownSend;
  const sender = authorize(state, send, known);
  if (sender instanceof ApiError) return sender;
  const sendKey = `${send.mint} ${send.uid} ${send.clientId}`;
  const earlier = known.before ?? batch.stored.get(sendKey);
  if (earlier) return earlier;
  const content = contentOf(batch, send);
  if (content instanceof ApiError) return content;
  const left = consumeLimits(batch, head, send, sender, content);
  if (left instanceof ApiError) return left;

  const id = state.ids[index];
  if (id === undefined) throw new Error("A send has no id for its message");
  const { seq, number } = { seq: head.seq + 1, number: head.number + 1 };
  const mentions = mentionsOf({ ...send, mentions: send.mentions ?? [] }, state.strangers);
  const fields = { ...content, id, seq, number, mentions, now: batch.now };
  batch.drafts.push({ row: newMessage(send, fields), parent: content.parent });
  batch.heads.set(send.mint, { rules: head.rules, seq, number, allowance: left.tribe });
  batch.allowances.set(send.uid, left.person);
  if (left.writes) batch.writes.set(accessKey(send.mint, send.uid), left.writes);
  for (const file of content.attachments) batch.files.set(file.id, id);
  batch.stored.set(sendKey, { id, seq });
  return { id, seq };
};

/** Someone who may write in a chat. */
interface Sender {
  readonly isChief: boolean;
  readonly joinedAt: number | null;
}

/** @returns `unauthorized`, `not_a_member` or `banned` for anybody else */
const authorize = (
  { authors, endedSessions }: SendState,
  { uid, sessionId }: Send,
  { state, creator, joinedAt }: KnownSend,
): Sender | ApiError => {
  if (sessionId !== null && endedSessions.has(sessionId)) return new ApiError("unauthorized");
  const author = authors.get(uid);
  const isChief = author !== undefined && author.address === creator;
  const problem = accessProblem(isChief ? "chief" : state);
  if (problem) return problem;
  return author ? { isChief, joinedAt } : new ApiError("not_a_member");
};

/** What a message carries. */
interface Content {
  readonly attachments: readonly Attachment[];
  readonly parent: ParentRow | null;
  readonly hasLink: boolean;
}

/** @returns `attachment_unusable`, `message_empty`, or `not_found` for a missing message that it answers */
const contentOf = (batch: Batch, send: Send): Content | ApiError => {
  const attachments = attachmentsOf(batch, send);
  if (!attachments) return new ApiError("attachment_unusable");
  if (isEmptyText(send.text) && attachments.length === 0) return new ApiError("message_empty");
  const parent = send.replyTo ? batch.state.parents.get(parentKey(send.mint, send.replyTo)) : null;
  if (parent === undefined) return new ApiError("not_found", { message: "The message that you reply to is gone" });
  return { attachments, parent, hasLink: messageLinks(send.text).length > 0 };
};

/** A send's uploads; null when one of them can't be sent: it is another person's or Tribe's, or already sent. */
const attachmentsOf = (
  { state, files }: Batch,
  { uid, mint, attachments = [] }: Send,
): readonly Attachment[] | null => {
  const own = attachments.flatMap((id) => {
    const file = files.has(id) ? undefined : state.files.get(id);
    return file && file.uid === uid && file.mint === mint ? [file.attachment] : [];
  });
  return own.length === attachments.length ? own : null;
};

/** What is left after a message. */
interface Left {
  readonly person: Allowance;
  readonly tribe: Allowance;
  /** Null where no limit applies, so that nothing is counted. */
  readonly writes: CountedWrites | null;
}

/** @returns `only_chief_writes`, `slow_mode`, `newcomer_limited` or `too_many_requests` */
const consumeLimits = (
  batch: Batch,
  head: ChannelHead,
  send: Send,
  sender: Sender,
  content: Content,
): Left | ApiError => {
  const { state, now } = batch;
  const writes = sender.isChief ? null : countWrite(batch, head.rules, send, sender, content);
  if (writes instanceof ApiError) return writes;
  const person = consumeMessage(
    batch.allowances.get(send.uid) ?? state.allowances.get(send.uid) ?? fullAllowance(now),
    now,
  );
  if (person instanceof ApiError) return person;
  const tribe = consumeTribeMessage(head.allowance, now);
  if (tribe instanceof ApiError) return tribe;
  return { person, tribe, writes };
};

const countWrite = (
  { state, writes, now }: Batch,
  rules: ChannelRules,
  { mint, uid }: Send,
  { joinedAt }: Sender,
  { hasLink, attachments }: Content,
): CountedWrites | null | ApiError => {
  const key = accessKey(mint, uid);
  const member = { joinedAt, writes: writes.get(key) ?? state.writes.get(key) ?? noWrites };
  const next = addWrite(rules, member, { hasLink, files: attachments.length }, now);
  if (next instanceof ApiError) return next;
  const isLimited = isNewcomer(joinedAt, now) && (hasLink || attachments.length > 0);
  return rules.slowMode > 0 || isLimited
    ? { mint, uid, lastSentAt: next.lastSentAt, links: next.links, files: next.files }
    : null;
};

/** Whether limits on a member's writes apply to a send, so that their recent ones must be known. */
export const needsWrites = (
  rules: ChannelRules | undefined,
  { text, attachments = [] }: Send,
  joinedAt: number | null,
  now: number,
): boolean =>
  (rules !== undefined && rules.slowMode > 0) ||
  (isNewcomer(joinedAt, now) && (attachments.length > 0 || messageLinks(text).length > 0));
