import type { Mint } from "@tribe/contract";
import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { channels } from "../membership/schema.ts";
import type { MessageRow } from "./present.ts";
import { messages } from "./schema.ts";

/** The newest sequence number of a Tribe's chat; null when there is no such Tribe. */
export const headSeqOf = async (db: Executor, mint: Mint): Promise<number | null> => {
  const [channel] = await db.select({ headSeq: channels.headSeq }).from(channels).where(eq(channels.mint, mint));
  return channel?.headSeq ?? null;
};

/** Messages after a number, oldest first. */
export const messagesAfter = (db: Executor, mint: Mint, seq: number, limit: number): Promise<MessageRow[]> =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), gt(messages.seq, seq)))
    .orderBy(asc(messages.seq))
    .limit(limit);

/** The newest messages before a number (or of all), oldest first. */
export const messagesBefore = async (
  db: Executor,
  mint: Mint,
  seq: number | undefined,
  limit: number,
): Promise<MessageRow[]> => {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), ...(seq === undefined ? [] : [lt(messages.seq, seq)])))
    .orderBy(desc(messages.seq))
    .limit(limit);
  return rows.reverse();
};

/** The newest message of each of these chats that has one. */
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
