import { type Mint, type ReadState, type Seq, type Uid, unreadLimit } from "@tribe/contract";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { channels } from "../../membership/schema.ts";
import { messages, readCursors } from "../schema.ts";

/** How far somebody has read each of these chats; without a mark, nothing is read. */
export const readStatesOf = async (
  db: Executor,
  uid: Uid,
  mints: readonly Mint[],
): Promise<ReadonlyMap<Mint, ReadState>> => {
  if (mints.length === 0) return new Map();
  const number = sql<number>`coalesce(${readCursors.number}, 0)`;
  const rows = await db
    .select({
      mint: channels.mint,
      number: number.mapWith(Number),
      // Counted only as far as any page shows.
      unread: sql<number>`(select count(*) from (
        select from ${messages} as one where one.mint = ${channels.mint} and one.number > ${number}
          and one.author_uid <> ${uid} and one.deleted_at is null
        limit ${unreadLimit}
      ) as unread)::int`,
    })
    .from(channels)
    .leftJoin(readCursors, and(eq(readCursors.mint, channels.mint), eq(readCursors.uid, uid)))
    .where(inArray(channels.mint, [...mints]));
  return new Map(rows.map(({ mint, ...state }) => [mint, state]));
};

/** {@link readStatesOf} for one chat. */
export const readStateOf = async (db: Executor, uid: Uid, mint: Mint): Promise<ReadState> =>
  (await readStatesOf(db, uid, [mint])).get(mint) ?? { number: 0, unread: 0 };

/** How many of them a page is told. */
const mostMentions = 100;

/** The unread messages that mention or answer a person, the oldest first, among the last thousand of a chat. */
export const unreadMentions = async (db: Executor, uid: Uid, mint: Mint, read: number) => {
  const rows = await db
    .select({ id: messages.id, seq: messages.seq, number: messages.number })
    .from(messages)
    .where(
      sql`${messages.mint} = ${mint} and ${messages.deletedAt} is null and ${messages.authorUid} <> ${uid}
        and ${messages.number} > greatest(${read}::bigint,
          (select head_number from ${channels} where ${channels.mint} = ${mint}) - ${unreadLimit}::bigint)
        and (${messages.mentions} @> ${JSON.stringify([{ uid }])}::jsonb
          or exists (select from ${messages} as parent where parent.mint = ${messages.mint}
            and parent.number = ${messages.parentNumber} and parent.author_uid = ${uid}))`,
    )
    .orderBy(asc(messages.number))
    .limit(mostMentions);
  return rows.map(({ id, seq, number }) => ({ id, seq: seq as Seq, number })); // counted by the channel
};

/** Moves a person's read mark forward, at most to the newest message, and updates all their devices. */
export const markRead = async (db: Executor, uid: Uid, mint: Mint, number: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into ${readCursors} (mint, uid, number)
      select mint, ${uid}, least(head_number, ${number}::bigint) from ${channels} where mint = ${mint}
      on conflict (uid, mint) do update set number = excluded.number where read_cursors.number < excluded.number
      returning number`);
    if (rows.length === 0) return;
    await writeEvent(tx, "chat.read", { mint, uid, read: await readStateOf(tx, uid, mint) });
  });
};
