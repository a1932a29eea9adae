import type { Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { insertOf } from "../../../db/insert-many.ts";
import { writeEvents } from "../../../engines/bus/outbox.ts";
import { type NoticeSubjectRow, notices } from "../schema.ts";

/** A notice that is to be written for one person. */
export interface NoticeDraft {
  readonly uid: Uid;
  readonly key: string;
  readonly subject: NoticeSubjectRow;
  readonly count: number;
  readonly at: Date;
  /** The person sees it happen: it goes into the list as read. */
  readonly isSeen: boolean;
  readonly push: boolean;
  readonly mail: boolean;
  /** When its push is due at the earliest; absent: at once. */
  readonly pushAt?: Date;
}

/** Tribes that one digest names at most. */
export const digestTribes = 5;

/** One draft for each person and key: things that happen together become one notice. */
const merged = (drafts: readonly NoticeDraft[]): NoticeDraft[] => {
  const byKey = new Map<string, NoticeDraft>();
  for (const draft of drafts) {
    const key = `${draft.uid} ${draft.key}`;
    const before = byKey.get(key);
    byKey.set(
      key,
      before ? { ...draft, subject: joined(before.subject, draft.subject), count: before.count + draft.count } : draft,
    );
  }
  // Everybody who writes notices locks their rows in this order.
  return [...byKey.values()].sort((a, b) => (a.uid + a.key < b.uid + b.key ? -1 : 1));
};

const joined = (before: NoticeSubjectRow, after: NoticeSubjectRow): NoticeSubjectRow => {
  if (before.type === "chat_new_message" && after.type === "chat_new_message") return { ...after, from: before.from };
  if (before.type === "token_created" && after.type === "token_created")
    return { ...after, mints: [...after.mints, ...before.mints].slice(0, digestTribes) };
  return after;
};

/** An unread notice of the same key, merged with what has happened since. */
const joinedSubject = sql`case when notices.read_at is not null then excluded.subject
  when notices.type = 'chat_new_message' then jsonb_set(excluded.subject, '{from}', notices.subject -> 'from')
  when notices.type = 'token_created' then jsonb_set(excluded.subject, '{mints}',
    jsonb_path_query_array((excluded.subject -> 'mints') || (notices.subject -> 'mints'), '$[0 to 4]'))
  else excluded.subject end`;

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
  const all = merged(drafts);
  const rows = all.map(({ uid, key, subject, count, at, isSeen }) => ({
    uid,
    key,
    type: subject.type,
    subject,
    count,
    at,
    readAt: isSeen ? at : null,
  }));
  await tx.execute(
    insertOf(notices, rows, {
      after: sql`on conflict (key, uid) do update set
        type = excluded.type, subject = ${joinedSubject},
        count = case when notices.read_at is null then notices.count + excluded.count else excluded.count end,
        at = greatest(notices.at, excluded.at), read_at = excluded.read_at, version = notices.version + 1`,
    }),
  );
  const pushes = all.filter(({ push, isSeen }) => push && !isSeen);
  await ctx.jobs.addMany(
    tx,
    "notifications.push",
    pushes.map(({ uid, key, pushAt }) => ({
      payload: { uid, key },
      key: `push ${uid} ${key}`,
      ...(pushAt ? { runAt: pushAt } : {}),
    })),
    { maxAttempts: pushAttempts },
  );
  await ctx.jobs.addMany(
    tx,
    "notifications.mail",
    all.filter(({ mail }) => mail).map(({ uid, key }) => ({ payload: { uid, key }, key: `mail ${uid} ${key}` })),
    { maxAttempts: mailAttempts },
  );
  await writeNoticesChanged(
    tx,
    all.map(({ uid }) => uid),
  );
};

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

/** Has these people's pages load their number of unread notices. */
export const writeNoticesChanged = async (tx: Executor, uids: readonly Uid[]): Promise<void> => {
  const all = [...new Set(uids)];
  const chunks = Array.from({ length: Math.ceil(all.length / peopleAtOnce) }, (_, index) =>
    all.slice(index * peopleAtOnce, (index + 1) * peopleAtOnce),
  );
  await writeEvents(
    tx,
    chunks.map((some) => ({ type: "notices.changed", payload: { uids: some } })),
  );
};
