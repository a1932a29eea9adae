import { type Uid, unreadNoticesLimit } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { notices } from "../schema.ts";

/** How many notices each of these people has not read, up to {@link unreadNoticesLimit}. */
export const unreadNoticesOf = async (db: Executor, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>> => {
  if (uids.length === 0) return new Map();
  const { rows } = await db.execute<{ uid: Uid; unread: number }>(sql`
    select person.uid, (select count(*) from (
      select from ${notices} as notice where notice.uid = person.uid and notice.read_at is null limit ${unreadNoticesLimit}
    ) as one)::int as unread
    from unnest(${sql.param([...uids])}::text[]) as person (uid)`);
  return new Map(rows.map(({ uid, unread }) => [uid, unread]));
};

/** {@link unreadNoticesOf} for one person. */
export const unreadNotices = async (db: Executor, uid: Uid): Promise<number> =>
  (await unreadNoticesOf(db, [uid])).get(uid) ?? 0;
