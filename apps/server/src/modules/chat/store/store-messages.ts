import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany, insertOf } from "../../../db/insert-many.ts";
import { outbox } from "../../../engines/bus/schema.ts";
import { updateOfHeads } from "../../membership/index.ts";
import type { SendDecision } from "../rules/decide-sends.ts";
import { memberWrites, messageAllowances, messages } from "../schema.ts";

/**
 * Stores all that was decided about a batch of sends. Messages, counters, allowances and events are one statement, because a
 * chat's rate is one commit after another under its lock, and each further statement is a round trip within it (`npm run bench`,
 * `chat`: messages a second in one chat).
 * @param frames of the drafts, in their order. At least one.
 * @param traces of the spans that send them; undefined while traces are off
 */
export const storeMessages = async (
  tx: Executor,
  { drafts, heads, allowances, writes }: SendDecision,
  frames: readonly string[],
  traces?: readonly (string | null)[],
): Promise<void> => {
  const rows = drafts.map(({ row }) => row);
  const left = [...allowances].map(([uid, { tokens, filledAt }]) => ({ uid, tokens, filled_at: new Date(filledAt) }));
  const moved = [...heads].map(([mint, { seq, number, allowance }]) => ({
    mint,
    seq,
    number,
    tokens: allowance.tokens,
    filledAt: new Date(allowance.filledAt),
  }));
  const events = rows.map(({ mint, seq }, index) => ({
    type: "chat.message" as const,
    payload: { mint, seq, frame: frames[index] },
    ...(traces ? { trace: traces[index] ?? null } : {}),
  }));
  await tx.execute(sql`
    with stored as (${insertOf(messages, rows)}), moved as (${updateOfHeads(moved)}), taken as (
      update ${messageAllowances} set tokens = remaining.tokens, filled_at = remaining.filled_at
      from json_to_recordset(${JSON.stringify(left)}::json) as remaining (uid text, tokens float8, filled_at timestamptz)
      where message_allowances.uid = remaining.uid
    ) ${insertOf(outbox, events)}`);
  await insertMany(
    tx,
    memberWrites,
    writes.map(({ lastSentAt, ...rest }) => ({ ...rest, lastSentAt: new Date(lastSentAt) })),
    sql`on conflict (mint, uid) do update set
      last_sent_at = excluded.last_sent_at, links = excluded.links, files = excluded.files`,
  );
};
