import { randomUUID } from "node:crypto";
import { ApiError, type MembershipState, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { insertMany, insertOf } from "../../db/insert-many.ts";
import { outbox } from "../../engines/bus/schema.ts";
import type { Person } from "../../ports.ts";
import { accessProblem, lockChannels } from "../membership/index.ts";
import { channels } from "../membership/schema.ts";
import { type Allowance, fullAllowance, takeMessage } from "./allowance.ts";
import { messageFrame, presentMessage } from "./present.ts";
import { messageAllowances, messages } from "./schema.ts";

/** What somebody wants to say. */
export interface Send {
  readonly mint: Mint;
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

/** What became of a send; null when it is as it was, because somebody else has the lock of its chat. */
export type Answer = StoredMessage | ApiError | null;

/**
 * Appends messages to the logs of their Tribes: they get the next numbers under the channel's row lock, in the transaction
 * that inserts them. The same `clientId` sent twice is one message with one answer, and costs no allowance. However many
 * they are, they cost the same few ways to the database: a crowd is written down in a few commits.
 * @param waits for the locks; otherwise chats that are locked are left out.
 * @returns for each send what was stored or why it is refused: `unauthorized` when its session has ended, `not_found`,
 * `not_a_member`, `banned`, `message_empty`, `too_many_requests`.
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
    const mints = new Set(sends.map(({ mint }) => mint));
    const heads = new Map((await lockChannels(tx, [...mints], waits)).map(({ mint, headSeq }) => [mint, headSeq]));
    const known = await readSends(tx, sends, ctx.now());
    const rows: MessageRow[] = [];
    const frames: string[] = [];
    const spent = new Map<Uid, Allowance>();
    const stored = new Map<string, StoredMessage>();

    const append = ({ mint, uid, sessionId, clientId, text }: Send, index: number): Answer => {
      const headSeq = heads.get(mint);
      if (headSeq === undefined) return waits ? new ApiError("not_found") : null;
      const author = authors.get(uid);
      const { state, creator, before } = known.sends[index] ?? unknownSend;
      if (sessionId !== null && ended.has(sessionId)) return new ApiError("unauthorized");
      const membership = author && author.address === creator ? "chief" : state;
      const problem = accessProblem(membership);
      if (!author || problem) return problem ?? new ApiError("not_a_member");
      const key = `${mint} ${uid} ${clientId}`;
      const earlier = before ?? stored.get(key);
      if (earlier) return earlier;
      if (text.trim() === "") return new ApiError("message_empty");
      const left = takeMessage(spent.get(uid) ?? known.allowances.get(uid) ?? fullAllowance(ctx.now()), ctx.now());
      if (left instanceof ApiError) return left;
      spent.set(uid, left);
      const seq = headSeq + 1;
      heads.set(mint, seq);
      const row = newMessage({ mint, uid, clientId, text, seq, now: ctx.now() });
      rows.push(row);
      frames.push(messageFrame(presentMessage(row, author)));
      stored.set(key, { id: row.id, seq });
      return { id: row.id, seq };
    };

    const answers = sends.map(append);
    if (rows.length > 0) await write(tx, rows, frames, spent);
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

interface KnownSend {
  readonly state: MembershipState;
  readonly creator: Person["address"];
  readonly before: StoredMessage | null;
}
const unknownSend: KnownSend = { state: "none", creator: null, before: null };

/** What the database says of the sends, in their order. */
interface KnownSends {
  readonly sends: readonly KnownSend[];
  /** Under their row locks until the commit. */
  readonly allowances: ReadonlyMap<Uid, Allowance>;
}

/** Read under the channels' locks, so that a seat that was lost before is lost here. */
const readSends = async (tx: Executor, sends: readonly Send[], now: number): Promise<KnownSends> => {
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
      extract(epoch from held.filled_at)::float8 * 1000 as filled_at
    from sends
    left join tokens as token on token.mint = sends.mint
    left join seats on seats.mint = sends.mint and seats.uid = sends.uid
    left join messages as before
      on before.author_uid = sends.uid and before.mint = sends.mint and before.client_id = sends.client_id
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
    sends: rows.map(({ state, creator, id, seq }) => ({
      state: state ?? "none",
      creator,
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
  rows: readonly MessageRow[],
  frames: readonly string[],
  spent: ReadonlyMap<Uid, Allowance>,
): Promise<void> => {
  const left = [...spent].map(([uid, { tokens, filledAt }]) => ({ uid, tokens, filled_at: new Date(filledAt) }));
  const heads = [...new Map(rows.map(({ mint, seq }) => [mint, seq]))].map(([mint, seq]) => ({ mint, seq }));
  const events = rows.map(({ mint, seq }, index) => ({
    type: "chat.message" as const,
    payload: { mint, seq, frame: frames[index] },
  }));
  await tx.execute(sql`
    with stored as (${insertOf(messages, rows)}), moved as (
      update ${channels} set head_seq = head.seq
      from json_to_recordset(${JSON.stringify(heads)}::json) as head (mint text, seq bigint) where channels.mint = head.mint
    ), taken as (
      update ${messageAllowances} set tokens = remaining.tokens, filled_at = remaining.filled_at
      from json_to_recordset(${JSON.stringify(left)}::json) as remaining (uid text, tokens float8, filled_at timestamptz)
      where message_allowances.uid = remaining.uid
    ) ${insertOf(outbox, events)}`);
};
