import type { Address, MembershipState, MessageId, Mint, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { type Allowance, fullAllowance } from "../rules/allowance.ts";
import { type KnownSend, parentKey } from "../rules/decide-sends.ts";
import { accessKey } from "../rules/mentions.ts";
import type { Send } from "../rules/send.ts";
import type { MemberWrites } from "../rules/write-limits.ts";
import { memberWrites, messageAllowances, messages, type ParentRow } from "../schema.ts";

/** The database's state for the sends, in their order. */
interface KnownSends {
  readonly sends: readonly KnownSend[];
  /** Locked until the commit. */
  readonly allowances: ReadonlyMap<Uid, Allowance>;
}

/** Reads under the channels' locks, so that a seat lost before is seen as lost. */
export const readSends = async (tx: Executor, sends: readonly Send[], now: number): Promise<KnownSends> => {
  // A fixed lock order, because people write in several chats at once. Each send looks up its row (lateral, limit 1): in a
  // plain join the planner reads every message of every chat, which it estimates as cheaper while there are few.
  const { rows } = await tx.execute<{
    creator: Address | null;
    uid: Uid;
    state: MembershipState | null;
    joined_at: number | null;
    id: MessageId | null;
    seq: string | null;
    tokens: number | null;
    filled_at: number | null;
  }>(sql`
    with sends as (
      select * from unnest(
        ${sql.param(sends.map(({ mint }) => mint))}::text[],
        ${sql.param(sends.map(({ uid }) => uid))}::text[],
        ${sql.param(sends.map(({ clientId }) => clientId))}::uuid[]
      ) with ordinality as sends (mint, uid, client_id, place)
    ), held as materialized (
      select uid, tokens, filled_at from message_allowances
      where uid in (select uid from sends) order by uid for update
    )
    select token.creator_address as creator, sends.uid, seats.state, before.id, before.seq, held.tokens,
      extract(epoch from seats.joined_at)::float8 * 1000 as joined_at,
      extract(epoch from held.filled_at)::float8 * 1000 as filled_at
    from sends
    left join tokens as token on token.mint = sends.mint
    left join lateral (
      select state, joined_at from seats where seats.mint = sends.mint and seats.uid = sends.uid limit 1
    ) as seats on true
    left join lateral (
      select id, seq from messages
      where messages.mint = sends.mint and messages.author_uid = sends.uid and messages.client_id = sends.client_id limit 1
    ) as before on true
    left join held on held.uid = sends.uid
    order by sends.place`);
  const newcomers = new Set(rows.flatMap(({ uid, tokens }) => (tokens === null ? [uid] : [])));
  if (newcomers.size > 0) {
    const { tokens, filledAt } = fullAllowance(now);
    const full = [...newcomers].sort().map((uid) => ({ uid, tokens, filledAt: new Date(filledAt) }));
    await insertMany(tx, messageAllowances, full, sql`on conflict do nothing`);
    return readSends(tx, sends, now);
  }
  return {
    sends: rows.map(({ state, creator, joined_at, id, seq }) => ({
      state: state ?? "none",
      creator,
      joinedAt: joined_at,
      before: id === null ? null : { id, seq: Number(seq) },
    })),
    allowances: new Map(
      rows.map(({ uid, tokens, filled_at }) => [uid, { tokens: tokens ?? 0, filledAt: filled_at ?? now }]),
    ),
  };
};

/** The messages that these sends reply to; missing ones are absent. */
export const readParents = async (tx: Executor, sends: readonly Send[]): Promise<ReadonlyMap<string, ParentRow>> => {
  const replies = sends.flatMap(({ mint, replyTo }) => (replyTo ? [{ mint, id: replyTo }] : []));
  if (replies.length === 0) return new Map();
  const parents = await tx
    .select()
    .from(messages)
    .where(sql`(mint, id) in (select * from unnest(
      ${sql.param(replies.map(({ mint }) => mint))}::text[], ${sql.param(replies.map(({ id }) => id))}::uuid[]))`);
  return new Map(parents.map((parent) => [parentKey(parent.mint, parent.id), parent]));
};

/** Recent writes of the members to whom limits apply; absent for members without any. */
export const readWrites = async (
  tx: Executor,
  members: readonly { readonly mint: Mint; readonly uid: Uid }[],
): Promise<Map<string, MemberWrites>> => {
  if (members.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(memberWrites)
    .where(sql`(mint, uid) in (select * from unnest(
      ${sql.param(members.map(({ mint }) => mint))}::text[], ${sql.param(members.map(({ uid }) => uid))}::text[]))`);
  return new Map(
    rows.map(({ mint, uid, lastSentAt, links, files }) => [
      accessKey(mint, uid),
      { lastSentAt: lastSentAt.getTime(), links, files },
    ]),
  );
};
