import type { Mint, Uid } from "@tribe/contract";
import { eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { messageReactions, messages } from "../../chat/schema.ts";
import { creations } from "../../factory/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import type { NoticeRow } from "../schema.ts";
import { isBlocked } from "./is-blocked.ts";

/** A message that a notice shows. */
export type ShownMessage = Pick<typeof messages.$inferSelect, "id" | "seq" | "authorUid" | "text" | "kind">;

/** The newest reaction to a message, and how many people reacted, without the author. */
export interface ShownReaction {
  readonly uid: Uid;
  readonly emoji: string;
  readonly people: number;
}

/** The Tribes that notices name. @param mints each once */
export const tribesOfMints = async (db: Executor, mints: readonly Mint[]) =>
  mints.length === 0
    ? []
    : db
        .select({
          mint: tokens.mint,
          name: tokens.name,
          symbol: tokens.symbol,
          newMint: tokens.newMint,
          conversionRate: tokens.conversionRate,
          creator: tokens.creatorAddress,
          pinned: creations.pfp,
        })
        .from(tokens)
        .leftJoin(creations, eq(creations.mint, tokens.mint))
        .where(inArray(tokens.mint, [...mints]));

/**
 * The message that each notice of a chat shows, by the notice's id: the person's own if others reacted to it, else the newest one
 * of somebody else. Deleted ones are left out.
 */
export const messagesOfNotices = async (
  db: Executor,
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<number, ShownMessage>> => {
  const ranges = rows.flatMap(({ id, uid, subject }) => {
    switch (subject.type) {
      case "chat_new_message":
        return [{ id, uid, mint: subject.mint, from: subject.from, number: subject.number, is_own: false }];
      case "chat_reply":
      case "chat_reaction": {
        const { mint, number, type } = subject;
        return [{ id, uid, mint, from: number, number, is_own: type === "chat_reaction" }];
      }
      default:
        return [];
    }
  });
  if (ranges.length === 0) return new Map();
  const { rows: found } = await db.execute<{
    notice: string;
    id: ShownMessage["id"];
    seq: string;
    author_uid: Uid;
    text: string;
    kind: ShownMessage["kind"];
  }>(sql`
    select notice.id as notice, found.id, found.seq, found.author_uid, found.text, found.kind
    from json_to_recordset(${JSON.stringify(ranges)}::json)
      as notice (id bigint, uid text, mint text, "from" bigint, number bigint, is_own boolean)
    cross join lateral (
      select id, seq, author_uid, text, kind from ${messages} as message
      where message.mint = notice.mint and message.number between notice."from" and notice.number
        and message.deleted_at is null and (message.author_uid = notice.uid) = notice.is_own
        and not ${isBlocked(sql`notice.uid`, sql`message.author_uid`)}
      order by message.number desc limit 1
    ) as found`);
  return new Map(
    found.map(({ notice, id, seq, author_uid, text, kind }) => [
      Number(notice),
      { id, seq: Number(seq), authorUid: author_uid, text, kind },
    ]),
  );
};

/** The reactions that each notice of them shows, by the notice's id. */
export const reactionsOfNotices = async (
  db: Executor,
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<number, ShownReaction>> => {
  const reacted = rows.flatMap(({ id, uid, subject }) =>
    subject.type === "chat_reaction" ? [{ id, uid, mint: subject.mint, number: subject.number }] : [],
  );
  if (reacted.length === 0) return new Map();
  const isCounted = sql`reaction.mint = notice.mint and reaction.number = notice.number and reaction.uid <> notice.uid
    and not ${isBlocked(sql`notice.uid`, sql`reaction.uid`)}`;
  const { rows: found } = await db.execute<{ notice: string; uid: Uid; emoji: string; people: number }>(sql`
    select notice.id as notice, last.uid, last.emoji, (
      select count(distinct uid) from ${messageReactions} as reaction where ${isCounted}
    )::int as people
    from json_to_recordset(${JSON.stringify(reacted)}::json) as notice (id bigint, uid text, mint text, number bigint)
    cross join lateral (
      select uid, emoji from ${messageReactions} as reaction where ${isCounted} order by reaction.reacted_at desc limit 1
    ) as last`);
  return new Map(found.map(({ notice, ...reaction }) => [Number(notice), reaction]));
};
