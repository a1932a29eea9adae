import type { Notice } from "@tribe/contract";
import DataLoader from "dataloader";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import type { PushMessage } from "../../../engines/push/port.ts";
import { unsubscribeToken } from "../mail/unsubscribe-link.ts";
import { decideNoticePush, type PushFacts } from "../rules/push-decision.ts";
import { pushMessage } from "../rules/push-message.ts";
import type { NoticeRow, Subscription } from "../schema.ts";
import type { NoticeName } from "../store/notices.ts";
import { deleteSubscriptions, postponePushes } from "../store/subscriptions.ts";
import { readPushFacts } from "./push-facts.ts";
import { batchWindowMs, createPushRecorder, type PushRecorder } from "./push-recorder.ts";

/** When a push service names no time, it is tried again after so many seconds. */
const retrySeconds = 30;

/**
 * Pushes one notice to a person's browsers. Everything is read again when the job runs, so that what was read, deleted, switched
 * off or lost since is not sent. The answers of the push services are stored before the job ends; if the process is killed in
 * between, at most the pushes of running jobs are sent twice.
 */
export const pushJob = defineJob({
  name: "notifications.push",
  handler: (ctx) => {
    const loader = new DataLoader((names: readonly NoticeName[]) => readPushFacts(ctx, names), {
      cache: false,
      batchScheduleFn: (read) => void setTimeout(read, batchWindowMs),
    });
    const recorder = createPushRecorder(ctx);
    return async ({ uid, key }) => {
      const facts = await loader.load({ uid, key });
      // The notice was withdrawn.
      if (!facts) return;
      const decision = decideNoticePush(facts, ctx.now());
      switch (decision.kind) {
        case "drop":
          return recorder.record(facts.row, {
            subscriptionId: "",
            outcome: decision.why,
            status: null,
            endedAt: new Date(ctx.now()),
          });
        case "wait":
          return recorder.waitUntil(facts.row, new Date(decision.until));
        case "send":
          if (facts.notice) await sendToAll(ctx, recorder, facts, facts.notice);
      }
    };
  },
});

const sendToAll = async (ctx: AppContext, recorder: PushRecorder, facts: PushFacts, notice: Notice): Promise<void> => {
  const { row, subscriptions } = facts;
  const stop = notice.type === "seat_alarm" ? { uid: row.uid, kind: "seatAlarm" as const, mint: notice.mint } : null;
  const message = pushMessage(facts, notice, ctx.now(), stop && unsubscribeToken(ctx, stop));
  const waits = await Promise.all(subscriptions.map((each) => sendToOne(ctx, recorder, row, each, message)));
  const next = waits.filter((wait) => wait !== null).sort((a, b) => a.getTime() - b.getTime())[0];
  if (next) await recorder.waitUntil(row, next);
};

/** @returns when this browser's push service may be tried again; null when that is not needed */
const sendToOne = async (
  ctx: AppContext,
  recorder: PushRecorder,
  row: NoticeRow,
  subscription: Subscription,
  message: PushMessage,
): Promise<Date | null> => {
  const { db, push, now } = ctx;
  if (subscription.waitsUntil && subscription.waitsUntil.getTime() > now()) return subscription.waitsUntil;
  const answer = await push.send(subscription, message);
  const at = new Date(now());
  const outcome = { subscriptionId: subscription.id, status: answer.status ?? null, endedAt: at };
  switch (answer.kind) {
    case "sent":
      await recorder.record(row, { ...outcome, outcome: "sent" });
      return null;
    case "gone":
      await recorder.record(row, { ...outcome, outcome: "gone" });
      await deleteSubscriptions(db, [subscription.id]);
      return null;
    case "refused":
      ctx.log.warn({ status: answer.status, host: new URL(subscription.endpoint).host }, "a push was refused");
      await recorder.record(row, { ...outcome, outcome: "refused" });
      return null;
    case "later": {
      const until = new Date(at.getTime() + (answer.retryAfterSeconds ?? retrySeconds) * 1_000);
      await postponePushes(db, subscription.id, until);
      return until;
    }
  }
};
