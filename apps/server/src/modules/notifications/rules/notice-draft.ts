import type { Uid } from "@tribe/contract";
import type { NoticeSubjectRow } from "../schema.ts";

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
const digestTribes = 5;

/**
 * One draft for each person and key: things that happen together become one notice. They are in the order in which everybody who
 * writes notices locks their rows.
 */
export const mergeDrafts = (drafts: readonly NoticeDraft[]): NoticeDraft[] => {
  const byKey = new Map<string, NoticeDraft>();
  for (const draft of drafts) {
    const key = `${draft.uid} ${draft.key}`;
    const before = byKey.get(key);
    byKey.set(
      key,
      before
        ? { ...draft, subject: mergeSubjects(before.subject, draft.subject), count: before.count + draft.count }
        : draft,
    );
  }
  return [...byKey.values()].sort((a, b) => (a.uid + a.key < b.uid + b.key ? -1 : 1));
};

const mergeSubjects = (before: NoticeSubjectRow, after: NoticeSubjectRow): NoticeSubjectRow => {
  if (before.type === "chat_new_message" && after.type === "chat_new_message") return { ...after, from: before.from };
  if (before.type === "token_created" && after.type === "token_created")
    return { ...after, mints: [...after.mints, ...before.mints].slice(0, digestTribes) };
  return after;
};
