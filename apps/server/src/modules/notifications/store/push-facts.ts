import type { Mint, Uid } from "@tribe/contract";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { readCursors } from "../../chat/schema.ts";
import { people, sessions } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import type { PushCircumstances } from "../rules/push-decision.ts";
import { notices, pushSends, pushSubscriptions, type Subscription } from "../schema.ts";

/** What the circumstances of a notice's push are found by. */
export interface PushSubject {
  /** The notice's id. */
  readonly id: number;
  readonly uid: Uid;
  /** The Tribe that it is about; null for none. */
  readonly mint: Mint | null;
  /** The paths of the pages that show it. */
  readonly pages: readonly string[];
  /** The number of its message; null for none. */
  readonly number: number | null;
}

/** The circumstances of each notice's push, by the notice's id. @param recentSince pushes before it are not recent */
export const pushCircumstances = async (
  db: Executor,
  subjects: readonly PushSubject[],
  recentSince: Date,
): Promise<ReadonlyMap<number, PushCircumstances>> => {
  const { rows } = await db.execute<{
    id: string;
    is_chief: boolean;
    is_visible: boolean;
    is_read: boolean;
    recent: readonly string[] | null;
  }>(sql`
    select
      subject.id,
      exists (
        select from ${tokens} as token join ${people} as person on person.address = token.creator_address
        where token.mint = subject.mint and person.uid = subject.uid
      ) as is_chief,
      exists (
        select from ${visibleRoutes} as open where open.uid = subject.uid and open.routes ?| subject.pages
          and open.seen_at > now() - make_interval(secs => ${onlineSeconds})
      ) as is_visible,
      exists (
        select from ${readCursors} as cursor where cursor.uid = subject.uid and cursor.mint = subject.mint
          and cursor.number >= subject.number
      ) as is_read,
      (
        select array_agg(at::text order by at) from (
          select (extract(epoch from min(ended_at)) * 1000)::bigint as at from ${pushSends} as send
          where send.uid = subject.uid and send.outcome = 'sent' and send.ended_at > ${recentSince.toISOString()}::timestamptz
          group by send.notice_id, send.version
        ) as one
      ) as recent
    from json_to_recordset(${JSON.stringify(subjects)}::json)
      as subject (id bigint, uid text, mint text, pages text[], number bigint)`);
  return new Map(
    rows.map(({ id, is_chief, is_visible, is_read, recent }) => [
      Number(id),
      { isChief: is_chief, isVisible: is_visible, isRead: is_read, recent: (recent ?? []).map((at) => Number(at)) },
    ]),
  );
};

/**
 * For each notice, by its id, the browsers whose session has not ended and that have no answer for this version of it, the oldest
 * first.
 */
export const openSubscriptions = async (
  db: Executor,
  noticeIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, readonly Subscription[]>> => {
  const open = await db
    .select({ noticeId: notices.id, subscription: pushSubscriptions })
    .from(notices)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.uid, notices.uid))
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), eq(sessions.uid, pushSubscriptions.uid)))
    .where(
      and(
        inArray(notices.id, [...noticeIds]),
        gt(sessions.expiresAt, now),
        sql`not exists (
          select from ${pushSends} as send where send.notice_id = ${notices.id} and send.version = ${notices.version}
            and send.subscription_id = ${pushSubscriptions.id}
        )`,
      ),
    )
    .orderBy(asc(pushSubscriptions.createdAt));
  const grouped = new Map<number, Subscription[]>();
  for (const { noticeId, subscription } of open) {
    const known = grouped.get(noticeId);
    if (known) known.push(subscription);
    else grouped.set(noticeId, [subscription]);
  }
  return grouped;
};
