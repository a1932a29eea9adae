import { createHash } from "node:crypto";
import type { Notice, PushPayload, Uid } from "@tribe/contract";
import { decidePush, noticeWays, type PushDecision, pushWorthMs } from "@tribe/domain/notifications";
import { noticeText, noticeTextWithoutContent } from "@tribe/domain/words";
import DataLoader from "dataloader";
import { desc, eq } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import type { PushMessage } from "../../../engines/push/port.ts";
import type { NoticeRow } from "../present.ts";
import { pushSends, pushSubscriptions } from "../schema.ts";
import { type DuePush, type PushFacts, readPushFacts } from "./push-facts.ts";
import { batchWindowMs, createPushRecorder, type PushRecorder } from "./push-recorder.ts";
import type { Subscription } from "./subscriptions.ts";

/** When a push service names no time, it is tried again after so many seconds. */
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
 * Pushes one notice to a person's browsers. Everything is read again when the job runs, so that what was read, deleted, switched
 * off or lost since is not sent. The answers of the push services are stored before the job ends; if the process is killed in
 * between, at most the pushes of running jobs are sent twice.
 */
export const pushJob = defineJob({
  name: "notifications.push",
  handler: (ctx) => {
    const facts = new DataLoader((pushes: readonly DuePush[]) => readPushFacts(ctx, pushes), {
      cache: false,
      batchScheduleFn: (read) => void setTimeout(read, batchWindowMs),
    });
    const ends = createPushRecorder(ctx);
    return async ({ uid, key }) => {
      const found = await facts.load({ uid, key });
      // The notice was withdrawn.
      if (!found) return;
      const decision = decide(ctx, found);
      switch (decision.kind) {
        case "drop":
          return ends.record(found.row, {
            ...{ subscriptionId: "", outcome: decision.why, status: null },
            endedAt: new Date(ctx.now()),
          });
        case "wait":
          return ends.waitUntil(found.row, new Date(decision.until));
        case "send":
          if (found.notice) await sendToAll(ctx, ends, found, found.notice);
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
    // A reaction is news even if the message was read long ago.
    isStale: notice === null || row.readAt !== null || (type !== "chat_reaction" && isRead),
    isVisible,
    lastAt: row.pushedAt?.getTime() ?? null,
    recent,
    delivery: settings.delivery,
  });
};

const sendToAll = async (ctx: AppContext, ends: PushRecorder, facts: PushFacts, notice: Notice): Promise<void> => {
  const { row, subscriptions } = facts;
  const payload = payloadOf(facts, notice);
  const message: PushMessage = {
    payload: JSON.stringify(payload),
    ttlSeconds: Math.max(0, Math.floor((row.at.getTime() + pushWorthMs[row.type] - ctx.now()) / 1_000)),
    urgency: urgencies[row.type],
    topic: topicOf(payload.tag),
  };
  const waits = await Promise.all(subscriptions.map((each) => sendToOne(ctx, ends, row, each, message)));
  const next = waits.filter((wait) => wait !== null).sort((a, b) => a.getTime() - b.getTime())[0];
  if (next) await ends.waitUntil(row, next);
};

/** @returns when this browser's push service may be tried again; null when that is not needed */
const sendToOne = async (
  ctx: AppContext,
  ends: PushRecorder,
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
      await ends.record(row, { ...end, outcome: "sent" });
      return null;
    case "gone":
      await ends.record(row, { ...end, outcome: "gone" });
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return null;
    case "refused":
      ctx.log.warn({ status: answer.status, host: new URL(subscription.endpoint).host }, "a push was refused");
      await ends.record(row, { ...end, outcome: "refused" });
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

/** Cuts no surrogate pair in half. */
const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** RFC 8030: at most 32 characters of base64url. It reveals nothing to the push service. */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

/** The outcome of a person's last pushes, the newest first; for operators. */
export const pushSendsOf = (db: AppContext["db"], uid: Uid, limit: number) =>
  db.select().from(pushSends).where(eq(pushSends.uid, uid)).orderBy(desc(pushSends.endedAt)).limit(limit);
