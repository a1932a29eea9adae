import {
  type ChatChange,
  type MessageId,
  type Mint,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
} from "@tribe/contract";
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Executor } from "../../../db/client.ts";
import { insertOf } from "../../../db/insert-many.ts";
import { outbox } from "../../../engines/bus/schema.ts";
import { channelChanges, channels } from "../schema.ts";

/** A change in a channel that is not a new message. */
export type ChangeRow = typeof channelChanges.$inferSelect;

/**
 * Gives changes the next numbers of their channel's sequence, in this order, and publishes them to the readers after the commit.
 * The caller has locked the channel.
 */
export const appendChanges = async (tx: Executor, mint: Mint, changes: readonly ChatChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const [channel] = await tx
    .update(channels)
    .set({ headSeq: sql`${channels.headSeq} + ${changes.length}` })
    .where(eq(channels.mint, mint))
    .returning({ headSeq: channels.headSeq });
  const before = (channel?.headSeq ?? changes.length) - changes.length;
  const changedAt = new Date();
  const rows = changes.map((change, index): ChangeRow => ({ mint, seq: before + index + 1, change, changedAt }));
  const events = rows.map((row) => ({
    type: "chat.changed" as const,
    payload: { mint, seq: row.seq, frame: changeFrame(row) },
  }));
  await tx.execute(sql`with stored as (${insertOf(channelChanges, rows)}) ${insertOf(outbox, events)}`);
};

/** Pins a message of a channel, or unpins it (null). The caller has locked the channel and appends the change. */
export const setPinned = async (tx: Executor, mint: Mint, messageId: MessageId | null): Promise<void> => {
  await tx.update(channels).set({ pinnedId: messageId }).where(eq(channels.mint, mint));
};

/** A channel's sequence numbers and rate allowance after messages were appended. */
export interface MovedHead {
  readonly mint: Mint;
  readonly seq: number;
  readonly number: number;
  readonly tokens: number;
  readonly filledAt: Date;
}

/** The part of a statement that updates channels when their messages are stored. The caller has locked the channels. */
export const updateOfHeads = (heads: readonly MovedHead[]): SQL => sql`
  update ${channels} set head_seq = head.seq, head_number = head.number, send_tokens = head.tokens,
    sends_filled_at = head."filledAt"
  from json_to_recordset(${JSON.stringify(heads)}::json)
    as head (mint text, seq bigint, number bigint, tokens float8, "filledAt" timestamptz)
  where channels.mint = head.mint`;

/** The `change` frame, serialised. */
export const changeFrame = ({ mint, seq, change, changedAt }: ChangeRow): string => {
  const frame: ServerFrame = { type: "change", mint, seq: seq as Seq, at: changedAt.getTime(), change }; // counted by the channel
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};

/** The changes of parts of several logs, each after one number up to another. */
export const changesBetween = (
  db: Executor,
  parts: readonly { readonly mint: Mint; readonly after: number; readonly upTo: number }[],
): Promise<ChangeRow[]> =>
  db
    .select(getTableColumns(channelChanges))
    .from(channelChanges)
    .innerJoin(
      sql`unnest(${sql.param(parts.map(({ mint }) => mint))}::text[], ${sql.param(parts.map(({ after }) => after))}::bigint[],
        ${sql.param(parts.map(({ upTo }) => upTo))}::bigint[]) as part (mint, after, up_to)`,
      sql`${channelChanges.mint} = part.mint and ${channelChanges.seq} > part.after and ${channelChanges.seq} <= part.up_to`,
    );
