import type { MessageId, Mint, Uid } from "@tribe/contract";
import { and, asc, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "../../../db/client.ts";
import { plannedAnew, preparedOnce } from "../../../db/prepared.ts";
import { channels } from "../../membership/schema.ts";
import { type MessageRow, messages } from "../schema.ts";

/** A part of a channel's sequence: after one number, up to another. */
export interface LogPart {
  readonly mint: Mint;
  readonly after: number;
  /** Not more than the channel's newest number, read before. */
  readonly upTo: number;
  /** The person who reads it. */
  readonly viewers: readonly Uid[];
}

/** The newest sequence numbers of Tribes' chats; unknown Tribes are left out. */
export const headSeqsOf = async (db: Executor, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, number>> => {
  const rows = await db
    .select({ mint: channels.mint, headSeq: channels.headSeq })
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param(mints)})`);
  return new Map(rows.map(({ mint, headSeq }) => [mint, headSeq]));
};

/** A message of a chat; null when it does not exist. */
export const findMessage = async (db: Executor, mint: Mint, id: MessageId): Promise<MessageRow | null> => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), eq(messages.id, id)));
  return row ?? null;
};

/** {@link findMessage} by its number. */
export const findByNumber = async (db: Executor, mint: Mint, number: number): Promise<MessageRow | null> => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), eq(messages.number, number)));
  return row ?? null;
};

/** Messages of parts of logs, each after one number of the sequence up to another. */
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

// Prepared, because every page of a chat needs it, and planning takes half a millisecond however few rows there are.
const aroundOn = preparedOnce((db) =>
  unionAll(
    db
      .select()
      .from(messages)
      .where(and(eq(messages.mint, sql.placeholder("mint")), lt(messages.seq, sql.placeholder("seq"))))
      .orderBy(desc(messages.seq))
      .limit(sql.placeholder("below")),
    db
      .select()
      .from(messages)
      .where(and(eq(messages.mint, sql.placeholder("mint")), gte(messages.seq, sql.placeholder("seq"))))
      .orderBy(asc(messages.seq))
      .limit(sql.placeholder("above")),
  ).prepare(plannedAnew),
);

/** The newest message of each of these chats; deleted ones count, chats without any are left out. */
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

/** The position of a page in the log: before, after or around a sequence number, or at the end. */
export interface PagePlace {
  readonly beforeSeq?: number | undefined;
  readonly afterSeq?: number | undefined;
  readonly aroundSeq?: number | undefined;
}

/** A page of the log, oldest first, and whether there are older and newer messages. */
export interface Page {
  readonly rows: readonly MessageRow[];
  readonly hasMore: boolean;
  readonly hasNewer: boolean;
}

/** Reads a page; of the three positions the first that is given counts. */
export const pageOf = async (
  db: Executor,
  mint: Mint,
  { aroundSeq, afterSeq, beforeSeq }: PagePlace,
  limit: number,
): Promise<Page> => {
  const [seq, below, above] =
    aroundSeq !== undefined
      ? [aroundSeq, Math.floor(limit / 2), Math.ceil(limit / 2)]
      : afterSeq !== undefined
        ? [afterSeq + 1, 0, limit]
        : [beforeSeq ?? Number.MAX_SAFE_INTEGER, limit, 0];
  // One more message on each side tells whether there are others.
  const rows = await aroundOn(db).execute({ mint, seq, below: below + 1, above: above + 1 });
  rows.sort((one, other) => one.seq - other.seq);
  const older = rows.filter((row) => row.seq < seq);
  const newer = rows.slice(older.length);
  return {
    rows: [...older.slice(Math.max(0, older.length - below)), ...newer.slice(0, above)],
    hasMore: older.length > below,
    hasNewer: newer.length > above,
  };
};
