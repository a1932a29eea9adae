import { randomUUID } from "node:crypto";
import { ApiError, type MembershipState, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { insertMany, insertOf } from "../../db/insert-many.ts";
import { outbox } from "../../engines/bus/schema.ts";
import type { Person } from "../../ports.ts";
import { channels, hasAccess, lockChannel } from "../market/index.ts";
import { type Allowance, fullAllowance, takeMessage } from "./allowance.ts";
import { messageFrame, presentMessage } from "./present.ts";
import { messageAllowances, messages } from "./schema.ts";

/** What somebody wants to say. */
export interface Send {
  readonly uid: Uid;
  /** The session that says it, which must live; null where the caller has proven it. */
  readonly sessionId: string | null;
  readonly clientId: string;
  readonly text: string;
}

/** What a sender is told of a stored message. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly seq: number;
}

type AppendContext = Pick<AppContext, "chatDb" | "ports" | "now">;
type MessageRow = typeof messages.$inferSelect;

/**
 * Appends messages to a Tribe's log: they get the next numbers under the channel's row lock, in the transaction that
 * inserts them. The same `clientId` sent twice is one message with one answer, and costs no allowance. However many they
 * are, they cost the same few ways to the database: a crowd in one chat is written down in a few commits.
 * @returns for each send what was stored or why it is refused: `unauthorized` when its session has ended,
 * `not_a_member`, `banned`, `message_empty`, `too_many_requests`. @throws ApiError `not_found`
 */
export const appendMessages = async (
  ctx: AppendContext,
  mint: Mint,
  sends: readonly Send[],
): Promise<(StoredMessage | ApiError)[]> => {
  const sessionIds = sends.flatMap(({ sessionId }) => sessionId ?? []);
  const [authors, ended] = await Promise.all([
    ctx.ports.people.byUids(ctx.chatDb, [...new Set(sends.map(({ uid }) => uid))]),
    ctx.ports.callers.endedSessions(sessionIds),
  ]);
  return ctx.chatDb.transaction(async (tx) => {
    const { headSeq } = await lockChannel(tx, mint);
    const known = await readSends(tx, mint, sends, ctx.now());
    const rows: MessageRow[] = [];
    const frames: string[] = [];
    const spent = new Map<Uid, Allowance>();
    const stored = new Map<string, StoredMessage>();

    const append = ({ uid, sessionId, clientId, text }: Send, index: number): StoredMessage | ApiError => {
      const author = authors.get(uid);
      const { state = "none", before = null } = known.sends[index] ?? {};
      if (sessionId !== null && ended.has(sessionId)) return new ApiError("unauthorized");
      const membership = author && author.address === known.creator ? "chief" : state;
      if (!author || !hasAccess(membership)) return new ApiError(membership === "banned" ? "banned" : "not_a_member");
      const key = `${uid} ${clientId}`;
      const earlier = before ?? stored.get(key);
      if (earlier) return earlier;
      if (text.trim() === "") return new ApiError("message_empty");
      const left = takeMessage(spent.get(uid) ?? known.allowances.get(uid) ?? fullAllowance(ctx.now()), ctx.now());
      if (left instanceof ApiError) return left;
      spent.set(uid, left);
      const row = newMessage({ mint, uid, clientId, text, seq: headSeq + rows.length + 1, now: ctx.now() });
      rows.push(row);
      frames.push(messageFrame(presentMessage(row, author)));
      stored.set(key, { id: row.id, seq: row.seq });
      return { id: row.id, seq: row.seq };
    };

    const answers = sends.map(append);
    if (rows.length > 0) await write(tx, mint, rows, frames, spent);
    return answers;
  });
};

const newMessage = (message: {
  readonly mint: Mint;
  readonly uid: Uid;
  readonly clientId: string;
  readonly text: string;
  readonly seq: number;
  readonly now: number;
}): MessageRow => ({
  mint: message.mint,
  seq: message.seq,
  id: randomUUID() as string as MessageId,
  authorUid: message.uid,
  clientId: message.clientId,
  // Half of a surrogate pair is no text that PostgreSQL could keep: it would take the others' messages down with it.
  text: Buffer.from(message.text).toString(),
  sentAt: new Date(message.now),
});

/** What the database says of the sends, in their order. */
interface KnownSends {
  readonly creator: Person["address"];
  readonly sends: readonly { readonly state: MembershipState; readonly before: StoredMessage | null }[];
  /** Under their row locks until the commit. */
  readonly allowances: ReadonlyMap<Uid, Allowance>;
}

/** Read under the channel's lock, so that a seat that was lost before is lost here. */
const readSends = async (tx: Executor, mint: Mint, sends: readonly Send[], now: number): Promise<KnownSends> => {
  // In one order for all: people write in several chats at once.
  const { rows } = await tx.execute<{
    creator: Person["address"];
    uid: Uid;
    state: MembershipState | null;
    id: MessageId | null;
    seq: string | null;
    tokens: number | null;
    filled_at: number | null;
  }>(sql`
    with sends as (
      select * from unnest(${sql.param(sends.map(({ uid }) => uid))}::text[], ${sql.param(sends.map(({ clientId }) => clientId))}::uuid[])
        with ordinality as sends (uid, client_id, place)
    ), held as materialized (
      select uid, tokens, filled_at from message_allowances
      where uid in (select uid from sends) order by uid for update
    )
    select token.creator_address as creator, sends.uid, seats.state, before.id, before.seq, held.tokens,
      extract(epoch from held.filled_at)::float8 * 1000 as filled_at
    from sends
    left join tokens as token on token.mint = ${mint}
    left join seats on seats.mint = ${mint} and seats.uid = sends.uid
    left join messages as before
      on before.author_uid = sends.uid and before.mint = ${mint} and before.client_id = sends.client_id
    left join held on held.uid = sends.uid
    order by sends.place`);
  const newcomers = new Set(rows.flatMap(({ uid, tokens }) => (tokens === null ? [uid] : [])));
  if (newcomers.size > 0) {
    const { tokens, filledAt } = fullAllowance(now);
    const full = [...newcomers].sort().map((uid) => ({ uid, tokens, filledAt: new Date(filledAt) }));
    await insertMany(tx, messageAllowances, full, sql`on conflict do nothing`);
    return readSends(tx, mint, sends, now);
  }
  return {
    creator: rows[0]?.creator ?? null,
    sends: rows.map(({ state, id, seq }) => ({
      state: state ?? "none",
      before: id === null ? null : { id, seq: Number(seq) },
    })),
    allowances: new Map(
      rows.map(({ uid, tokens, filled_at }) => [uid, { tokens: tokens ?? 0, filledAt: filled_at ?? now }]),
    ),
  };
};

/** One statement for all that follows from the sends. */
const write = async (
  tx: Executor,
  mint: Mint,
  rows: readonly MessageRow[],
  frames: readonly string[],
  spent: ReadonlyMap<Uid, Allowance>,
): Promise<void> => {
  const left = [...spent].map(([uid, { tokens, filledAt }]) => ({ uid, tokens, filled_at: new Date(filledAt) }));
  const events = rows.map(({ seq }, index) => ({
    type: "chat.message" as const,
    payload: { mint, seq, frame: frames[index] },
  }));
  await tx.execute(sql`
    with stored as (${insertOf(messages, rows)}), moved as (
      update ${channels} set head_seq = ${rows.at(-1)?.seq}::bigint where mint = ${mint}
    ), taken as (
      update ${messageAllowances} set tokens = remaining.tokens, filled_at = remaining.filled_at
      from json_to_recordset(${JSON.stringify(left)}::json) as remaining (uid text, tokens float8, filled_at timestamptz)
      where message_allowances.uid = remaining.uid
    ) ${insertOf(outbox, events)}`);
};
