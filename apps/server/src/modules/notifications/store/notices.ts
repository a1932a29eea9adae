import type { Uid } from "@tribe/contract";
import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import type { NoticePosition } from "../rules/list-cursor.ts";
import { type NoticeRow, notices } from "../schema.ts";

/** Names a notice: its person, and its key. */
export interface NoticeName {
  readonly uid: Uid;
  readonly key: string;
}

/** A notice; null when it was withdrawn. */
export const findNotice = async (db: Executor, { uid, key }: NoticeName): Promise<NoticeRow | null> => {
  const [row] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.uid, uid), eq(notices.key, key)));
  return row ?? null;
};

/** {@link findNotice} for many, in any order, without those that were withdrawn. */
export const findNotices = (db: Executor, names: readonly NoticeName[]): Promise<NoticeRow[]> => {
  const uids = names.map(({ uid }) => uid);
  const keys = names.map(({ key }) => key);
  return db
    .select()
    .from(notices)
    .where(
      sql`(${notices.key}, ${notices.uid}) in (select * from unnest(${sql.param(keys)}::text[], ${sql.param(uids)}::text[]))`,
    );
};

/** A person's notices behind a position (null: from the start), the newest first. */
export const noticesPage = (
  db: Executor,
  uid: Uid,
  after: NoticePosition | null,
  limit: number,
): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.uid, uid),
        after
          ? sql`(${notices.at}, ${notices.id}) < (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit);

/** A person's unread notices since a moment, the newest first. */
export const unreadNoticesSince = (db: Executor, uid: Uid, since: Date, limit: number): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.uid, uid), isNull(notices.readAt), gt(notices.at, since)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit);

/** Marks a person's unread notices as read. @param ids null: all of them @returns whether any changed */
export const markNoticesRead = async (
  tx: Executor,
  uid: Uid,
  ids: readonly number[] | null,
  now: Date,
): Promise<boolean> => {
  const changed = await tx
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.uid, uid), isNull(notices.readAt), ids ? inArray(notices.id, [...ids]) : undefined))
    .returning({ id: notices.id });
  return changed.length > 0;
};
