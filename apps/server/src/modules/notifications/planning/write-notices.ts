import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { writeEvents } from "../../../engines/bus/outbox.ts";
import { mergeDrafts, type NoticeDraft } from "../rules/notice-draft.ts";
import { storeNotices } from "../store/store-notices.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Pushes one notice to one person's browsers. */
    "notifications.push": { readonly uid: Uid; readonly key: string };
    /** Mails one notice to one person. */
    "notifications.mail": { readonly uid: Uid; readonly key: string };
  }
}

/** Attempts of a push while it is worth sending, with growing pauses. */
export const pushAttempts = 12;
/** The same for a mail. */
export const mailAttempts = 10;
/** People that one event names at most. */
const peopleAtOnce = 500;

/**
 * Writes notices and queues their pushes and mails, in the caller's transaction; after the commit the people's pages are updated.
 * A new notice is merged into an unread one of the same key.
 */
export const writeNotices = async (
  ctx: Pick<AppContext, "jobs">,
  tx: Executor,
  drafts: readonly NoticeDraft[],
): Promise<void> => {
  if (drafts.length === 0) return;
  const merged = mergeDrafts(drafts);
  await storeNotices(tx, merged);
  await queuePushes(
    ctx,
    tx,
    merged
      .filter(({ push, isSeen }) => push && !isSeen)
      .map(({ uid, key, pushAt }) => ({ uid, key, ...(pushAt ? { runAt: pushAt } : {}) })),
  );
  await ctx.jobs.addMany(
    tx,
    "notifications.mail",
    merged.filter(({ mail }) => mail).map(({ uid, key }) => ({ payload: { uid, key }, key: `mail ${uid} ${key}` })),
    { maxAttempts: mailAttempts },
  );
  await writeNoticesChanged(
    tx,
    merged.map(({ uid }) => uid),
  );
};

/** Queues the pushes of notices. One that is queued already gets the new time. */
export const queuePushes = ({ jobs }: Pick<AppContext, "jobs">, tx: Executor, pushes: readonly QueuedPush[]) =>
  jobs.addMany(
    tx,
    "notifications.push",
    pushes.map(({ uid, key, runAt }) => ({
      payload: { uid, key },
      key: `push ${uid} ${key}`,
      ...(runAt ? { runAt } : {}),
    })),
    { maxAttempts: pushAttempts },
  );

/** The notice that is to be pushed, and when at the earliest; absent: at once. */
interface QueuedPush {
  readonly uid: Uid;
  readonly key: string;
  readonly runAt?: Date;
}

/** Has these people's pages load their number of unread notices. */
export const writeNoticesChanged = async (tx: Executor, uids: readonly Uid[]): Promise<void> => {
  const all = [...new Set(uids)];
  const chunks = Array.from({ length: Math.ceil(all.length / peopleAtOnce) }, (_, index) =>
    all.slice(index * peopleAtOnce, (index + 1) * peopleAtOnce),
  );
  await writeEvents(
    tx,
    chunks.map((chunk) => ({ type: "notices.changed", payload: { uids: chunk } })),
  );
};
