import type { MessageId, Mint, Uid } from "@tribe/contract";
import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { channels } from "../membership/schema.ts";
import type { MessageRow } from "./present.ts";
import { messages } from "./schema.ts";

/** A part of a channel's sequence: after one number up to another. */
export interface LogPart {
  readonly mint: Mint;
  readonly after: number;
  /** Not beyond the channel's newest number as it was read before. */
  readonly upTo: number;
  /** Who reads it. */
  readonly viewers: readonly Uid[];
}

/** The newest sequence number of a Tribe's chat; null when there is no such Tribe. */
export const headSeqOf = async (db: Executor, mint: Mint): Promise<number | null> => {
  const [channel] = await db.select({ headSeq: channels.headSeq }).from(channels).where(eq(channels.mint, mint));
  return channel?.headSeq ?? null;
};

/** {@link headSeqOf} of many; a Tribe that is none is left out. */
export const headSeqsOf = async (db: Executor, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, number>> => {
  const rows = await db
    .select({ mint: channels.mint, headSeq: channels.headSeq })
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param(mints)})`);
  return new Map(rows.map(({ mint, headSeq }) => [mint, headSeq]));
};

/** One message of a chat; null when it is not there. */
export const findMessage = async (db: Executor, mint: Mint, id: MessageId): Promise<MessageRow | null> => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), eq(messages.id, id)));
  return row ?? null;
};

/** Messages of parts of logs, after one number of the sequence up to another. */
export const messagesBetween = async (
  db: Executor,
  parts: readonly Omit<LogPart, "viewers">[],
): Promise<MessageRow[]> => {
  const inPart = db
    .select()
    .from(messages)
    .where(sql`${messages.mint} = part.mint and ${messages.seq} > part.after and ${messages.seq} <= part.up_to`)
    .as("in_part");
  const rows = await db
    .select()
    .from(
      sql`unnest(${sql.param(parts.map(({ mint }) => mint))}::text[], ${sql.param(parts.map(({ after }) => after))}::bigint[],
        ${sql.param(parts.map(({ upTo }) => upTo))}::bigint[]) as part (mint, after, up_to)`,
    )
    .innerJoinLateral(inPart, sql`true`);
  return rows.map((row) => row.in_part);
};

// Each page of each chat asks for these two.
const after = preparedOnce((db) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, sql.placeholder("mint")), gt(messages.seq, sql.placeholder("seq"))))
    .orderBy(asc(messages.seq))
    .limit(sql.placeholder("limit"))
    .prepare("chat_messages_after"),
);
const before = preparedOnce((db) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, sql.placeholder("mint")), lt(messages.seq, sql.placeholder("seq"))))
    .orderBy(desc(messages.seq))
    .limit(sql.placeholder("limit"))
    .prepare("chat_messages_before"),
);

/** Messages after a number of the sequence, oldest first. */
const messagesAfter = (db: Executor, mint: Mint, seq: number, limit: number): Promise<MessageRow[]> =>
  after(db).execute({ mint, seq, limit });

/** The newest messages before a number of the sequence (or of all), oldest first. */
export const messagesBefore = async (
  db: Executor,
  mint: Mint,
  seq: number | undefined,
  limit: number,
): Promise<MessageRow[]> => {
  const rows = await before(db).execute({ mint, seq: seq ?? Number.MAX_SAFE_INTEGER, limit });
  return rows.reverse();
};

/** The newest message of each of these chats that has one; a deleted one counts. */
export const newestMessages = async (db: Executor, mints: readonly Mint[]): Promise<MessageRow[]> => {
  if (mints.length === 0) return [];
  const newest = db
    .select()
    .from(messages)
    .where(sql`${messages.mint} = channels.mint`)
    .orderBy(desc(messages.seq))
    .limit(1)
    .as("newest");
  const rows = await db
    .select()
    .from(channels)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(channels.mint, [...mints]));
  return rows.map((row) => row.newest);
};

/** Where a page of the log stands: before, after or around a sequence number, or at its end. */
export interface PagePlace {
  readonly beforeSeq: number | undefined;
  readonly afterSeq: number | undefined;
  readonly aroundSeq: number | undefined;
}

/** A page of the log, oldest first, and whether there are older and newer ones. */
export interface Page {
  readonly rows: readonly MessageRow[];
  readonly hasMore: boolean;
  readonly hasNewer: boolean;
}

/** Reads a page; of the three places the first that is there counts. */
export const pageOf = async (
  db: Executor,
  mint: Mint,
  { beforeSeq, afterSeq, aroundSeq }: PagePlace,
  limit: number,
): Promise<Page> => {
  if (aroundSeq !== undefined) {
    const [below, above] = [Math.floor(limit / 2), Math.ceil(limit / 2)];
    const older = await messagesBefore(db, mint, aroundSeq, below + 1);
    const newer = await messagesAfter(db, mint, aroundSeq - 1, above + 1);
    const rows = [...older.slice(-below || older.length), ...newer.slice(0, above)];
    return { rows, hasMore: older.length > below, hasNewer: newer.length > above };
  }
  if (afterSeq !== undefined) {
    const newer = await messagesAfter(db, mint, afterSeq, limit + 1);
    const hasMore = (await messagesBefore(db, mint, afterSeq + 1, 1)).length > 0;
    return { rows: newer.slice(0, limit), hasMore, hasNewer: newer.length > limit };
  }
  const rows = await messagesBefore(db, mint, beforeSeq, limit + 1);
  const hasNewer = beforeSeq !== undefined && (await messagesAfter(db, mint, beforeSeq - 1, 1)).length > 0;
  return { rows: rows.slice(-limit), hasMore: rows.length > limit, hasNewer };
};
