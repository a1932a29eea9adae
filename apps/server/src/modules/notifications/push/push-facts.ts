import type { Notice, NotificationSettings, Uid } from "@tribe/contract";
import { isChatNotice } from "@tribe/domain/notifications";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { readCursors } from "../../chat/schema.ts";
import { people, sessions } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { withoutAccess } from "../../membership/index.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import { type NoticeRow, presentNotices } from "../present.ts";
import { notices, pushSends, pushSubscriptions } from "../schema.ts";
import { settingsOfMany } from "../settings.ts";
import { unreadNoticesOf } from "../unread.ts";
import type { Subscription } from "./subscriptions.ts";

/** Names a notice that is to be pushed. */
export interface DuePush {
  readonly uid: Uid;
  readonly key: string;
}

/** What the decision about a push is made from, read when its job runs. */
export interface PushFacts {
  readonly row: NoticeRow;
  readonly settings: NotificationSettings;
  /** With current texts; null when its subject no longer exists or the person may not read it any more. */
  readonly notice: Notice | null;
  readonly isChief: boolean;
  /** Whether the person looks at a page that shows it. */
  readonly isVisible: boolean;
  /** Whether its message was read in the chat. */
  readonly isRead: boolean;
  /** When pushes of the last hour were sent, in ms since 1970. */
  readonly recent: readonly number[];
  /** The person's browsers whose push services have not answered for it yet. */
  readonly subscriptions: readonly Subscription[];
  /** The person's unread notices. */
  readonly unread: number;
}

/** Reads the facts for many pushes at once, in as many queries as for one. Null for a notice that was withdrawn. */
export const readPushFacts = async (
  ctx: Pick<AppContext, "db" | "ports" | "now">,
  pushes: readonly DuePush[],
): Promise<(PushFacts | null)[]> => {
  const { db, now } = ctx;
  const rows = await rowsOf(db, pushes);
  if (rows.length === 0) return pushes.map(() => null);
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const settings = await settingsOfMany(db, uids);
  const readable = await readableNotices(ctx, rows);
  const abouts = await aboutEach(ctx, rows, readable);
  const subscriptions = await openSubscriptions(db, rows, new Date(now()));
  const unread = await unreadNoticesOf(db, uids);
  const byName = new Map(
    rows.map((row): [string, PushFacts] => [
      nameOf(row),
      {
        row,
        settings: settings(row.uid),
        notice: readable.get(row.id) ?? null,
        ...(abouts.get(row.id) ?? { isChief: false, isVisible: false, isRead: false, recent: [] }),
        subscriptions: subscriptions.get(row.id) ?? [],
        unread: unread.get(row.uid) ?? 0,
      },
    ]),
  );
  return pushes.map((push) => byName.get(nameOf(push)) ?? null);
};

const nameOf = ({ uid, key }: DuePush): string => `${uid} ${key}`;

const rowsOf = async (db: AppContext["db"], pushes: readonly DuePush[]): Promise<readonly NoticeRow[]> => {
  const uids = pushes.map(({ uid }) => uid);
  const keys = pushes.map(({ key }) => key);
  return db
    .select()
    .from(notices)
    .where(
      sql`(${notices.key}, ${notices.uid}) in (select * from unnest(${sql.param(keys)}::text[], ${sql.param(uids)}::text[]))`,
    );
};

const readableNotices = async (
  { db }: Pick<AppContext, "db">,
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<number, Notice>> => {
  const owners = new Map(rows.map(({ id, uid }) => [String(id), uid]));
  const presented = await presentNotices(db, rows);
  const ofChats = presented.flatMap((notice) => {
    const uid = owners.get(notice.id);
    return uid && isChatNotice(notice) ? [{ id: notice.id, mint: notice.mint, uid }] : [];
  });
  const lost = new Set((await withoutAccess(db, ofChats)).map(({ mint, uid }) => `${mint} ${uid}`));
  const gone = new Set(ofChats.filter(({ mint, uid }) => lost.has(`${mint} ${uid}`)).map(({ id }) => id));
  return new Map(presented.filter(({ id }) => !gone.has(id)).map((notice) => [Number(notice.id), notice]));
};

type About = Pick<PushFacts, "isChief" | "isVisible" | "isRead" | "recent">;

const aboutEach = async (
  { db, now }: Pick<AppContext, "db" | "now">,
  rows: readonly NoticeRow[],
  readable: ReadonlyMap<number, Notice>,
): Promise<ReadonlyMap<number, About>> => {
  const asked = rows.map(({ id, uid, subject }) => {
    const notice = readable.get(id);
    return {
      id,
      uid,
      mint: notice && "mint" in notice ? notice.mint : null,
      page: notice?.route.split("?")[0] ?? "",
      number: "number" in subject ? subject.number : null,
    };
  });
  const { rows: found } = await db.execute<{
    id: string;
    is_chief: boolean;
    is_visible: boolean;
    is_read: boolean;
    recent: readonly string[] | null;
  }>(sql`
    select
      asked.id,
      exists (
        select from ${tokens} as token join ${people} as person on person.address = token.creator_address
        where token.mint = asked.mint and person.uid = asked.uid
      ) as is_chief,
      exists (
        select from ${visibleRoutes} as open where open.uid = asked.uid and open.routes ? asked.page
          and open.seen_at > now() - make_interval(secs => ${onlineSeconds})
      ) as is_visible,
      exists (
        select from ${readCursors} as cursor where cursor.uid = asked.uid and cursor.mint = asked.mint
          and cursor.number >= asked.number
      ) as is_read,
      (
        select array_agg(at::text order by at) from (
          select (extract(epoch from min(ended_at)) * 1000)::bigint as at from ${pushSends} as send
          where send.uid = asked.uid and send.outcome = 'sent' and send.ended_at > ${new Date(now() - 3_600_000).toISOString()}::timestamptz
          group by send.notice_id, send.version
        ) as one
      ) as recent
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (id bigint, uid text, mint text, page text, number bigint)`);
  return new Map(
    found.map((one) => [
      Number(one.id),
      {
        isChief: one.is_chief,
        isVisible: one.is_visible,
        isRead: one.is_read,
        recent: (one.recent ?? []).map((at): number => Number(at)),
      },
    ]),
  );
};

/** For each notice the browsers whose session has not ended and that have no answer for this version of it, the oldest first. */
const openSubscriptions = async (
  db: AppContext["db"],
  rows: readonly NoticeRow[],
  now: Date,
): Promise<ReadonlyMap<number, readonly Subscription[]>> => {
  const open = await db
    .select({ noticeId: notices.id, subscription: pushSubscriptions })
    .from(notices)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.uid, notices.uid))
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), eq(sessions.uid, pushSubscriptions.uid)))
    .where(
      and(
        inArray(
          notices.id,
          rows.map(({ id }) => id),
        ),
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
