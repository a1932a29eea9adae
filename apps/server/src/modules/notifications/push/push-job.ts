import { createHash } from "node:crypto";
import type { Notice, NotificationSettings, PushPayload, Uid } from "@tribe/contract";
import { decidePush, noticeWays, type PushDecision, pushWorthMs } from "@tribe/domain/notifications";
import { noticeText, noticeTextWithoutContent } from "@tribe/domain/words";
import { and, desc, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import type { PushMessage } from "../../../engines/push/port.ts";
import { readCursors } from "../../chat/schema.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { withoutAccess } from "../../membership/index.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import { pushAttempts } from "../planning/drafts.ts";
import { type NoticeRow, presentNotices } from "../present.ts";
import { notices, pushSends, pushSubscriptions } from "../schema.ts";
import { settingsOf } from "../settings.ts";
import { unreadNotices } from "../unread.ts";
import { type Subscription, subscriptionsOf } from "./subscriptions.ts";

/** A push service that says nothing of when to come back is asked again after so many seconds. */
const retrySeconds = 30;

const urgencies: Record<Notice["type"], PushMessage["urgency"]> = {
  chat_new_message: "normal",
  chat_reply: "high",
  chat_reaction: "low",
  chat_booted: "high",
  token_created: "low",
  system: "normal",
  airdrop: "normal",
};

/**
 * Pushes one notice to a person's browsers, as it is when its turn comes: everything is asked anew, so that what was read,
 * deleted, switched off or lost since is not sent. What each browser's push service answered is written down at once; a
 * process that is killed in between repeats at most the one push that was on its way.
 */
export const pushJob = defineJob({
  name: "notifications.push",
  handler:
    (ctx) =>
    async ({ uid, key }) => {
      const [row] = await ctx.db
        .select()
        .from(notices)
        .where(and(eq(notices.uid, uid), eq(notices.key, key)));
      // Taken back, with all that told of it.
      if (!row) return;
      const settings = await settingsOf(ctx.db, uid);
      const notice = await readableNotice(ctx, row);
      const decision = await decide(ctx, row, notice, settings);
      switch (decision.kind) {
        case "drop":
          return recordEnd(ctx, row, null, decision.why, null);
        case "wait":
          return pushAgain(ctx, row, new Date(decision.until));
        case "send":
          if (notice) await sendToAll(ctx, row, notice, settings);
      }
    },
});

/** The notice with its words of now; null when it is about nothing that the person may still read. */
const readableNotice = async ({ db, ports }: AppContext, row: NoticeRow): Promise<Notice | null> => {
  const [notice] = await presentNotices(ports.people, db, [row]);
  if (!notice) return null;
  const isOfChat =
    notice.type === "chat_new_message" || notice.type === "chat_reply" || notice.type === "chat_reaction";
  const isLost = isOfChat && (await withoutAccess(db, [{ mint: notice.mint, uid: row.uid }])).length > 0;
  return isLost ? null : notice;
};

const decide = async (
  { db, now }: AppContext,
  row: NoticeRow,
  notice: Notice | null,
  settings: NotificationSettings,
): Promise<PushDecision> => {
  const { uid, type, subject } = row;
  const mint = notice && "mint" in notice ? notice.mint : null;
  const [about] = (
    await db.execute<{
      is_chief: boolean;
      is_visible: boolean;
      is_read: boolean;
      recent: readonly string[] | null;
    }>(sql`
      select
        exists (
          select from ${tokens} as token join ${people} as person on person.address = token.creator_address
          where token.mint = ${mint} and person.uid = ${uid}
        ) as is_chief,
        exists (
          select from ${visibleRoutes} as page where page.uid = ${uid} and page.routes ? ${notice?.route.split("?")[0] ?? ""}
            and page.seen_at > now() - make_interval(secs => ${onlineSeconds})
        ) as is_visible,
        exists (
          select from ${readCursors} as cursor where cursor.uid = ${uid} and cursor.mint = ${mint}
            and cursor.number >= ${"number" in subject ? subject.number : null}::bigint
        ) as is_read,
        (
          select array_agg(at::text order by at) from (
            select (extract(epoch from min(ended_at)) * 1000)::bigint as at from ${pushSends} as send
            where send.uid = ${uid} and send.outcome = 'sent' and send.ended_at > ${new Date(now() - 3_600_000).toISOString()}::timestamptz
            group by send.notice_id, send.version
          ) as one
        ) as recent`)
  ).rows;
  const ways = noticeWays(
    {
      type,
      isOwnDoing: false,
      isChief: about?.is_chief ?? false,
      hasAccess: notice !== null,
      mode: (mint && settings.tribeSettings[mint]) ?? "all",
      isBlocked: false,
    },
    settings,
  );
  return decidePush({
    type,
    now: now(),
    at: row.at.getTime(),
    isWanted: ways.push || notice === null,
    // A reaction is new to who read the message long ago.
    isStale: notice === null || row.readAt !== null || (type !== "chat_reaction" && (about?.is_read ?? false)),
    isVisible: about?.is_visible ?? false,
    lastAt: row.pushedAt?.getTime() ?? null,
    recent: (about?.recent ?? []).map(Number),
    delivery: settings.delivery,
  });
};

const sendToAll = async (ctx: AppContext, row: NoticeRow, notice: Notice, settings: NotificationSettings) => {
  const { db, now } = ctx;
  const subscriptions = await subscriptionsOf(db, row.uid, new Date(now()));
  const done = new Set(
    (
      await db
        .select({ id: pushSends.subscriptionId })
        .from(pushSends)
        .where(and(eq(pushSends.noticeId, row.id), eq(pushSends.version, row.version)))
    ).map(({ id }) => id),
  );
  const payload = await payloadOf(ctx, row, notice, settings);
  const message: PushMessage = {
    payload: JSON.stringify(payload),
    ttlSeconds: Math.max(0, Math.floor((row.at.getTime() + pushWorthMs[row.type] - now()) / 1_000)),
    urgency: urgencies[row.type],
    topic: topicOf(payload.tag),
  };
  const waits = await Promise.all(
    subscriptions.filter(({ id }) => !done.has(id)).map((each) => sendToOne(ctx, row, each, message)),
  );
  const next = waits.filter((wait) => wait !== null).sort((a, b) => a.getTime() - b.getTime())[0];
  if (next) await pushAgain(ctx, row, next);
};

/** @returns when this browser's push service may be asked again; null when that is not needed. */
const sendToOne = async (
  ctx: AppContext,
  row: NoticeRow,
  subscription: Subscription,
  message: PushMessage,
): Promise<Date | null> => {
  const { db, push, now } = ctx;
  if (subscription.waitsUntil && subscription.waitsUntil.getTime() > now()) return subscription.waitsUntil;
  const answer = await push.send(subscription, message);
  const at = new Date(now());
  const ofThis = eq(pushSubscriptions.id, subscription.id);
  switch (answer.kind) {
    case "sent":
      await recordEnd(ctx, row, subscription.id, "sent", answer.status);
      await db.update(pushSubscriptions).set({ lastPushAt: at, waitsUntil: null }).where(ofThis);
      await db.update(notices).set({ pushedAt: at }).where(eq(notices.id, row.id));
      return null;
    case "gone":
      await recordEnd(ctx, row, subscription.id, "gone", answer.status);
      await db.delete(pushSubscriptions).where(ofThis);
      return null;
    case "refused":
      ctx.log.warn({ status: answer.status, host: new URL(subscription.endpoint).host }, "a push was refused");
      return recordEnd(ctx, row, subscription.id, "refused", answer.status).then(() => null);
    case "later": {
      const until = new Date(at.getTime() + (answer.retryAfterSeconds ?? retrySeconds) * 1_000);
      await db.update(pushSubscriptions).set({ waitsUntil: until }).where(ofThis);
      return until;
    }
  }
};

const payloadOf = async (
  { db }: Pick<AppContext, "db">,
  row: NoticeRow,
  notice: Notice,
  { delivery }: NotificationSettings,
): Promise<PushPayload> => {
  const { title, body } = delivery.showContent ? noticeText(notice) : noticeTextWithoutContent(notice);
  return {
    title: shortened(title, 100),
    body: shortened(body, 240),
    route: notice.route,
    tag: row.key,
    unread: await unreadNotices(db, row.uid),
    at: notice.at,
  };
};

/** No half of a surrogate pair is left at its end. */
const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** RFC 8030: at most 32 letters of base64url. It tells the push service nothing. */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

const pushAgain = ({ db, jobs }: AppContext, { uid, key }: NoticeRow, runAt: Date): Promise<void> =>
  jobs.addMany(db, "notifications.push", [{ payload: { uid, key }, key: `push ${uid} ${key}`, runAt }], {
    maxAttempts: pushAttempts,
  });

const recordEnd = async (
  { db, now }: AppContext,
  { id, version, uid, type }: NoticeRow,
  subscriptionId: string | null,
  outcome: (typeof pushSends.$inferInsert)["outcome"],
  status: number | null,
): Promise<void> => {
  await db
    .insert(pushSends)
    .values({
      noticeId: id,
      version,
      subscriptionId: subscriptionId ?? "",
      uid,
      type,
      outcome,
      status,
      endedAt: new Date(now()),
    })
    .onConflictDoNothing();
};

/** What became of a person's last pushes, the newest first; for operators. */
export const pushSendsOf = (db: AppContext["db"], uid: Uid, limit: number) =>
  db.select().from(pushSends).where(eq(pushSends.uid, uid)).orderBy(desc(pushSends.endedAt)).limit(limit);
