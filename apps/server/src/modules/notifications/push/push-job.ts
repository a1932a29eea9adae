import { createHash } from "node:crypto";
import type { Notice, PushPayload, Uid } from "@tribe/contract";
import { decidePush, noticeWays, type PushDecision, pushWorthMs } from "@tribe/domain/notifications";
import { noticeText, noticeTextWithoutContent } from "@tribe/domain/words";
import DataLoader from "dataloader";
import { desc, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Executor } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import type { PushMessage } from "../../../engines/push/port.ts";
import { pushAttempts } from "../planning/drafts.ts";
import type { NoticeRow } from "../present.ts";
import { notices, pushSends, pushSubscriptions } from "../schema.ts";
import { type DuePush, type PushFacts, readPushFacts } from "./push-facts.ts";
import type { Subscription } from "./subscriptions.ts";

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

/** How long turns that come together are gathered, so that a crowd's are read at once. */
const gatherMs = 5;

/**
 * Pushes one notice to a person's browsers, as it is when its turn comes: everything is asked anew, so that what was read,
 * deleted, switched off or lost since is not sent. What each browser's push service answered is written down at once; a
 * process that is killed in between repeats at most the one push that was on its way.
 */
export const pushJob = defineJob({
  name: "notifications.push",
  handler: (ctx) => {
    const facts = new DataLoader((pushes: readonly DuePush[]) => readPushFacts(ctx, pushes), {
      cache: false,
      batchScheduleFn: (read) => void setTimeout(read, gatherMs),
    });
    return async ({ uid, key }) => {
      const found = await facts.load({ uid, key });
      // Taken back, with all that told of it.
      if (!found) return;
      const decision = decide(ctx, found);
      switch (decision.kind) {
        case "drop":
          return recordDrop(ctx, found.row, decision.why);
        case "wait":
          return pushAgain(ctx, found.row, new Date(decision.until));
        case "send":
          if (found.notice) await sendToAll(ctx, found, found.notice);
      }
    };
  },
});

const decide = (
  { now }: Pick<AppContext, "now">,
  { row, settings, notice, isChief, isVisible, isRead, recent }: PushFacts,
): PushDecision => {
  const { type } = row;
  const mint = notice && "mint" in notice ? notice.mint : null;
  const ways = noticeWays(
    {
      type,
      isOwnDoing: false,
      isChief,
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
    isStale: notice === null || row.readAt !== null || (type !== "chat_reaction" && isRead),
    isVisible,
    lastAt: row.pushedAt?.getTime() ?? null,
    recent,
    delivery: settings.delivery,
  });
};

const sendToAll = async (ctx: AppContext, facts: PushFacts, notice: Notice): Promise<void> => {
  const { row, subscriptions } = facts;
  const payload = payloadOf(facts, notice);
  const message: PushMessage = {
    payload: JSON.stringify(payload),
    ttlSeconds: Math.max(0, Math.floor((row.at.getTime() + pushWorthMs[row.type] - ctx.now()) / 1_000)),
    urgency: urgencies[row.type],
    topic: topicOf(payload.tag),
  };
  const waits = await Promise.all(subscriptions.map((each) => sendToOne(ctx, row, each, message)));
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
  const end = { subscriptionId: subscription.id, status: answer.status ?? null, endedAt: at };
  switch (answer.kind) {
    case "sent":
      await recordSent(ctx, row, end);
      return null;
    case "gone":
      await recordEnd(db, row, { ...end, outcome: "gone" });
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return null;
    case "refused":
      ctx.log.warn({ status: answer.status, host: new URL(subscription.endpoint).host }, "a push was refused");
      await recordEnd(db, row, { ...end, outcome: "refused" });
      return null;
    case "later": {
      const until = new Date(at.getTime() + (answer.retryAfterSeconds ?? retrySeconds) * 1_000);
      await db.update(pushSubscriptions).set({ waitsUntil: until }).where(eq(pushSubscriptions.id, subscription.id));
      return until;
    }
  }
};

const payloadOf = ({ row, settings, unread }: PushFacts, notice: Notice): PushPayload => {
  const { title, body } = settings.delivery.showContent ? noticeText(notice) : noticeTextWithoutContent(notice);
  return {
    title: shortened(title, 100),
    body: shortened(body, 240),
    route: notice.route,
    tag: row.key,
    unread,
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

type PushEnd = Pick<typeof pushSends.$inferSelect, "subscriptionId" | "outcome" | "status" | "endedAt">;

const recordDrop = ({ db, now }: AppContext, row: NoticeRow, outcome: PushEnd["outcome"]): Promise<void> =>
  recordEnd(db, row, { subscriptionId: "", outcome, status: null, endedAt: new Date(now()) });

const recordEnd = async (db: Executor, { id, version, uid, type }: NoticeRow, end: PushEnd): Promise<void> => {
  await db
    .insert(pushSends)
    .values({ noticeId: id, version, uid, type, ...end })
    .onConflictDoNothing();
};

/** One statement for what most pushes end with. */
const recordSent = async (
  { db }: AppContext,
  row: NoticeRow,
  { subscriptionId, status, endedAt }: Omit<PushEnd, "outcome">,
): Promise<void> => {
  const { id, version, uid, type } = row;
  const at = endedAt.toISOString();
  await db.execute(sql`
    with pushed as (update ${notices} set pushed_at = ${at}::timestamptz where id = ${id}),
    reached as (
      update ${pushSubscriptions} set last_push_at = ${at}::timestamptz, waits_until = null where id = ${subscriptionId}
    )
    insert into ${pushSends} (notice_id, version, subscription_id, uid, type, outcome, status, ended_at)
    values (${id}, ${version}, ${subscriptionId}, ${uid}, ${type}, 'sent', ${status}, ${at}::timestamptz)
    on conflict do nothing`);
};

/** What became of a person's last pushes, the newest first; for operators. */
export const pushSendsOf = (db: AppContext["db"], uid: Uid, limit: number) =>
  db.select().from(pushSends).where(eq(pushSends.uid, uid)).orderBy(desc(pushSends.endedAt)).limit(limit);
