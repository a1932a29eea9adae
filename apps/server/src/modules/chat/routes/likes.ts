import { ApiError, routes, type Uid } from "@tribe/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { faceOf } from "../../identity/index.ts";
import { requireReader } from "../../membership/index.ts";
import { findMessage } from "../log.ts";
import { messageReactions } from "../schema.ts";

/** The last one of a page: time in ms, and person. */
const cursorPattern = /^([0-9]{1,15})\.([A-Za-z0-9_-]{8,64})$/;

/** Who liked a message, or gave it another reaction. */
export const likes = query(routes.chat.likes, async ({ ctx, tx, query, session }) => {
  const { mint, messageId, limit } = query;
  await requireReader(tx, { mint, uid: session.uid });
  const message = await findMessage(tx, mint, messageId);
  if (!message) throw new ApiError("not_found");
  const { number } = message;
  const emoji = query.emoji ?? "";
  const of = and(
    eq(messageReactions.mint, mint),
    eq(messageReactions.number, number),
    eq(messageReactions.emoji, emoji),
  );
  const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(messageReactions).where(of);
  const rows = await tx
    .select()
    .from(messageReactions)
    .where(and(of, afterCursor(query.cursor)))
    .orderBy(desc(messageReactions.reactedAt), desc(messageReactions.uid))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const people = await ctx.ports.people.byUids(
    tx,
    page.map(({ uid }) => uid),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    likes: page.map(({ uid, kind, reactedAt }) => {
      const person = people.get(uid);
      return {
        uid,
        address: person?.address ?? null,
        ...(person ? faceOf(person) : { displayName: uid.slice(0, 6), pfp: null }),
        kind,
        emoji: emoji || null,
        reactedAt: reactedAt.getTime(),
      };
    }),
    count: counted?.count ?? 0,
    nextCursor: last ? `${last.reactedAt.getTime()}.${last.uid}` : null,
  };
});

/** @throws ApiError `bad_request` for an invalid cursor */
const afterCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return undefined;
  const [, time, uid] = cursorPattern.exec(cursor) ?? [];
  if (!time || !uid)
    throw new ApiError("bad_request", { field: "query.cursor", message: "must be a cursor of this list" });
  const { reactedAt } = messageReactions;
  return sql`(${reactedAt}, ${messageReactions.uid}) < (${new Date(Number(time))}::timestamptz, ${uid as Uid})`;
};
