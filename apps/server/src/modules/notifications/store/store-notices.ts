import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertOf } from "../../../db/insert-many.ts";
import type { NoticeDraft } from "../rules/notice-draft.ts";
import { notices } from "../schema.ts";

/** An unread notice of the same key, merged with what has happened since: the same rule as in rules/notice-draft.ts. */
const mergedSubject = sql`case when notices.read_at is not null then excluded.subject
  when notices.type = 'chat_new_message' then jsonb_set(excluded.subject, '{from}', notices.subject -> 'from')
  when notices.type = 'token_created' then jsonb_set(excluded.subject, '{mints}',
    jsonb_path_query_array((excluded.subject -> 'mints') || (notices.subject -> 'mints'), '$[0 to 4]'))
  else excluded.subject end`;

/**
 * Stores notices. One is merged into an unread notice of the same key.
 * @param drafts at least one, no two of the same person and key, in the order in which everybody locks notices
 */
export const storeNotices = async (tx: Executor, drafts: readonly NoticeDraft[]): Promise<void> => {
  const rows = drafts.map(({ uid, key, subject, count, at, isSeen }) => ({
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
        type = excluded.type, subject = ${mergedSubject},
        count = case when notices.read_at is null then notices.count + excluded.count else excluded.count end,
        at = greatest(notices.at, excluded.at), read_at = excluded.read_at, version = notices.version + 1`,
    }),
  );
};
