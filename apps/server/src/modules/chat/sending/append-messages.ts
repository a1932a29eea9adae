import { ApiError, type Attachment, type MentionRange, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { linksIn } from "@tribe/domain/links";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Executor } from "../../../db/client.ts";
import { insertMany, insertOf } from "../../../db/insert-many.ts";
import { outbox } from "../../../engines/bus/schema.ts";
import { lockUnsentFiles, markFilesSent, type UnsentFile } from "../../media/index.ts";
import { accessProblem, type Channel, lockChannels, updateOfHeads } from "../../membership/index.ts";
import { askForPreviews } from "../link-previews/link-preview-job.ts";
import { type MessageRow, messageFrame, type ParentRow, presentMessage } from "../present.ts";
import { memberWrites, messageAllowances, messages } from "../schema.ts";
import { type Allowance, fullAllowance, takeMessage, takeTribeMessage } from "./allowance.ts";
import { parentKey, readParents, readSends, readWrites, unknownSend } from "./known-sends.ts";
import { accessKey, rangesWithin, strangersAmong } from "./mentions.ts";
import type { Send, StoredMessage } from "./send.ts";
import { isNewcomer, type MemberWrites, noWrites, takeWrite } from "./send-rules.ts";
import { uuidV7 } from "./uuid-v7.ts";

type AppendContext = Pick<AppContext, "chatDb" | "ports" | "now" | "jobs">;

/** The result of a send; null when nothing was done, because its chat is locked by another transaction. */
export type Answer = StoredMessage | ApiError | null;

/** A message to be inserted, with what its frame shows beside it. */
interface Draft {
  readonly row: MessageRow;
  readonly parent: ParentRow | null;
}

/**
 * Appends messages to the logs of their Tribes: they get the next numbers under the channel's row lock, in the transaction
 * that inserts them. The same `clientId` sent twice is one message with one answer, and uses no allowance twice. Any number
 * of messages needs the same few statements: a crowd's messages are stored in a few commits.
 * @param waits for the locks; otherwise locked chats are skipped.
 * @returns for each send the stored message or the refusal: `unauthorized` when its session has ended, `not_found` (also of
 * the message that it answers), `not_a_member`, `banned`, `message_empty`, `attachment_unusable`, `only_chief_writes`,
 * `slow_mode`, `newcomer_limited`, `too_many_requests`.
 */
export const appendMessages = async (
  ctx: AppendContext,
  sends: readonly Send[],
  { waits }: { readonly waits: boolean } = { waits: true },
): Promise<Answer[]> => {
  const sessionIds = sends.flatMap(({ sessionId }) => sessionId ?? []);
  const [authors, ended] = await Promise.all([
    ctx.ports.people.byUids(ctx.chatDb, [...new Set(sends.map(({ uid }) => uid))]),
    ctx.ports.callers.endedSessions(sessionIds),
  ]);
  return ctx.chatDb.transaction(async (tx) => {
    const now = ctx.now();
    const mints = new Set(sends.map(({ mint }) => mint));
    const heads = new Map(
      (await lockChannels(tx, [...mints], waits)).map((channel) => [channel.mint, headOf(channel)]),
    );
    const known = await readSends(tx, sends, now);
    const parents = await readParents(tx, sends);
    const strangers = await strangersAmong(tx, mentionsOf(sends));
    const writes = await readWrites(
      tx,
      sends.filter(({ mint, text, attachments = [] }, index) => {
        const isNew = isNewcomer(known.sends[index]?.joinedAt ?? null, now);
        return heads.get(mint)?.channel.slowMode || (isNew && (attachments.length > 0 || linksIn(text).length > 0));
      }),
    );
    const files = await lockUnsentFiles(tx, [...new Set(sends.flatMap(({ attachments = [] }) => attachments))]);
    const sentFiles: { id: string; messageId: MessageId }[] = [];
    const drafts: Draft[] = [];
    const spent = new Map<Uid, Allowance>();
    const written = new Map<string, MemberWrites & { readonly mint: Mint; readonly uid: Uid }>();
    const stored = new Map<string, StoredMessage>();

    const append = (send: Send, index: number): Answer => {
      const { mint, uid, sessionId, clientId, text, replyTo } = send;
      const head = heads.get(mint);
      if (!head) return waits ? new ApiError("not_found") : null;
      const author = authors.get(uid);
      const { state, creator, joinedAt, before } = known.sends[index] ?? unknownSend;
      if (sessionId !== null && ended.has(sessionId)) return new ApiError("unauthorized");
      const isChief = author !== undefined && author.address === creator;
      const problem = accessProblem(isChief ? "chief" : state);
      if (!author || problem) return problem ?? new ApiError("not_a_member");
      const key = `${mint} ${uid} ${clientId}`;
      const earlier = before ?? stored.get(key);
      if (earlier) return earlier;
      const attachments = attachmentsOf(send, files);
      if (!attachments) return new ApiError("attachment_unusable");
      if (isEmptyText(text) && attachments.length === 0) return new ApiError("message_empty");
      const parent = replyTo ? parents.get(parentKey(mint, replyTo)) : null;
      if (parent === undefined) return new ApiError("not_found", { message: "The message that you reply to is gone" });
      const memberKey = accessKey(mint, uid);
      if (!isChief) {
        const member = { joinedAt, writes: written.get(memberKey) ?? writes.get(memberKey) ?? noWrites };
        const contents = { hasLink: linksIn(text).length > 0, files: attachments.length };
        const next = takeWrite(head.channel, member, contents, now);
        if (next instanceof ApiError) return next;
        // Counts are only needed where a limit applies.
        const isLimited = isNewcomer(joinedAt, now) && (contents.hasLink || contents.files > 0);
        if (head.channel.slowMode > 0 || isLimited) written.set(memberKey, { ...next, mint, uid });
      }
      const left = takeMessage(spent.get(uid) ?? known.allowances.get(uid) ?? fullAllowance(now), now);
      if (left instanceof ApiError) return left;
      const tribeLeft = takeTribeMessage(head.allowance, now);
      if (tribeLeft instanceof ApiError) return tribeLeft;
      spent.set(uid, left);
      head.allowance = tribeLeft;
      head.seq += 1;
      head.number += 1;
      const mentions = rangesWithin(text, send.mentions ?? []).filter(
        (one) => !strangers.has(accessKey(mint, one.uid)),
      );
      const row = newMessage(send, { seq: head.seq, number: head.number, parent, attachments, mentions, now });
      drafts.push({ row, parent });
      for (const { id } of attachments) {
        sentFiles.push({ id, messageId: row.id });
        files.delete(id);
      }
      stored.set(key, { id: row.id, seq: row.seq });
      return { id: row.id, seq: row.seq };
    };

    const answers = sends.map(append);
    if (drafts.length > 0) {
      const quoted = drafts.flatMap(({ row, parent }) => [
        ...row.mentions.map(({ uid }) => uid),
        ...(parent ? [parent.authorUid] : []),
      ]);
      const others = quoted.filter((uid) => !authors.has(uid));
      const people = new Map([...authors, ...(await ctx.ports.people.byUids(tx, [...new Set(others)]))]);
      const frames = drafts.map(({ row, parent }) =>
        messageFrame(presentMessage(row, { people, parent, reactions: [], isPinned: false })),
      );
      await markFilesSent(tx, sentFiles);
      await write(tx, drafts, frames, { spent, written: [...written.values()], heads: [...heads.values()] });
      await askForPreviews(
        ctx,
        tx,
        drafts.map(({ row }) => row),
      );
    }
    return answers;
  });
};

/** A channel's counters while messages are appended. */
interface Head {
  readonly channel: Channel;
  seq: number;
  number: number;
  allowance: Allowance;
}

const headOf = (channel: Channel): Head => ({
  channel,
  seq: channel.headSeq,
  number: channel.headNumber,
  allowance: { tokens: channel.sendTokens, filledAt: channel.sendsFilledAt.getTime() },
});

const mentionsOf = (sends: readonly Send[]) =>
  sends.flatMap(({ mint, mentions = [] }) => (mentions.length > 0 ? [{ mint, mentions }] : []));

/** A send's uploads; null when one of them can't be sent: it is another person's or Tribe's, or already sent. */
const attachmentsOf = (
  { uid, mint, attachments = [] }: Send,
  files: ReadonlyMap<string, UnsentFile>,
): readonly Attachment[] | null => {
  const own = attachments.flatMap((id) => {
    const file = files.get(id);
    return file && file.uid === uid && file.mint === mint ? [file.attachment] : [];
  });
  return own.length === attachments.length ? own : null;
};

interface Place {
  readonly seq: number;
  readonly number: number;
  readonly parent: ParentRow | null;
  readonly attachments: readonly Attachment[];
  readonly mentions: readonly MentionRange[];
  readonly now: number;
}

const newMessage = ({ mint, uid, clientId, text }: Send, place: Place): MessageRow => ({
  mint,
  number: place.number,
  seq: place.seq,
  id: uuidV7(place.now) as MessageId,
  authorUid: uid,
  clientId,
  kind: place.attachments[0]?.kind ?? "text",
  // PostgreSQL cannot store half of a surrogate pair: the insert would fail for all messages of the batch.
  text: isEmptyText(text) ? "" : Buffer.from(text).toString(),
  parentNumber: place.parent?.number ?? null,
  attachments: place.attachments,
  mentions: place.mentions,
  linkPreview: null,
  isPreviewRemoved: false,
  sentAt: new Date(place.now),
  editedAt: null,
  deletedAt: null,
  deletedBy: null,
});

/** Other rows that change with the messages. */
interface Aftermath {
  readonly spent: ReadonlyMap<Uid, Allowance>;
  readonly written: readonly (MemberWrites & { readonly mint: Mint; readonly uid: Uid })[];
  readonly heads: readonly Head[];
}

/** Writes everything that follows from the sends in one statement. */
const write = async (
  tx: Executor,
  drafts: readonly Draft[],
  frames: readonly string[],
  { spent, written, heads: allHeads }: Aftermath,
): Promise<void> => {
  const rows = drafts.map(({ row }) => row);
  const left = [...spent].map(([uid, { tokens, filledAt }]) => ({ uid, tokens, filled_at: new Date(filledAt) }));
  const moved = new Set(rows.map(({ mint }) => mint));
  const heads = allHeads
    .filter(({ channel }) => moved.has(channel.mint))
    .map(({ channel, seq, number, allowance }) => ({
      mint: channel.mint,
      seq,
      number,
      tokens: allowance.tokens,
      filledAt: new Date(allowance.filledAt),
    }));
  const events = rows.map(({ mint, seq }, index) => ({
    type: "chat.message" as const,
    payload: { mint, seq, frame: frames[index] },
  }));
  await tx.execute(sql`
    with stored as (${insertOf(messages, rows)}), moved as (${updateOfHeads(heads)}), taken as (
      update ${messageAllowances} set tokens = remaining.tokens, filled_at = remaining.filled_at
      from json_to_recordset(${JSON.stringify(left)}::json) as remaining (uid text, tokens float8, filled_at timestamptz)
      where message_allowances.uid = remaining.uid
    ) ${insertOf(outbox, events)}`);
  await insertMany(
    tx,
    memberWrites,
    written.map(({ lastSentAt, ...rest }) => ({ ...rest, lastSentAt: new Date(lastSentAt) })),
    sql`on conflict (mint, uid) do update set
      last_sent_at = excluded.last_sent_at, links = excluded.links, files = excluded.files`,
  );
};
