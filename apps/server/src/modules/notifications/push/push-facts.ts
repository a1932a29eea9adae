import type { Notice } from "@tribe/contract";
import { isChatNotice } from "@tribe/domain/notifications";
import type { AppContext } from "../../../context/context.ts";
import { withoutAccess } from "../../membership/index.ts";
import { presentNotices } from "../present.ts";
import type { PushCircumstances, PushFacts } from "../rules/push-decision.ts";
import type { NoticeRow } from "../schema.ts";
import { findNotices, type NoticeName } from "../store/notices.ts";
import { openSubscriptions, type PushSubject, pushCircumstances } from "../store/push-facts.ts";
import { settingsOfMany } from "../store/settings.ts";
import { unreadNoticesOf } from "../store/unread.ts";

const recentMs = 3_600_000;
const noCircumstances: PushCircumstances = { isChief: false, isVisible: false, isRead: false, recent: [] };

/** Reads the facts for many pushes at once, in as many queries as for one. Null for a notice that was withdrawn. */
export const readPushFacts = async (
  { db, now }: Pick<AppContext, "db" | "now">,
  pushes: readonly NoticeName[],
): Promise<(PushFacts | null)[]> => {
  const rows = await findNotices(db, pushes);
  if (rows.length === 0) return pushes.map(() => null);
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const settings = await settingsOfMany(db, uids);
  const readable = await readableNotices(db, rows);
  const subjects = rows.map((row) => pushSubject(row, readable.get(row.id)));
  const circumstances = await pushCircumstances(db, subjects, new Date(now() - recentMs));
  const ids = rows.map(({ id }) => id);
  const subscriptions = await openSubscriptions(db, ids, new Date(now()));
  const unread = await unreadNoticesOf(db, uids);
  const byName = new Map(
    rows.map((row): [string, PushFacts] => [
      nameOf(row),
      {
        row,
        settings: settings(row.uid),
        notice: readable.get(row.id) ?? null,
        ...(circumstances.get(row.id) ?? noCircumstances),
        subscriptions: subscriptions.get(row.id) ?? [],
        unread: unread.get(row.uid) ?? 0,
      },
    ]),
  );
  return pushes.map((push) => byName.get(nameOf(push)) ?? null);
};

const nameOf = ({ uid, key }: NoticeName): string => `${uid} ${key}`;

/** Those that their people may still read, by the notice's id. */
const readableNotices = async (
  db: AppContext["db"],
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<number, Notice>> => {
  const owners = new Map(rows.map(({ id, uid }) => [String(id), uid]));
  const presented = await presentNotices(db, rows);
  const ofChats = presented.flatMap((notice) => {
    const uid = owners.get(notice.id);
    return uid && isChatNotice(notice) ? [{ id: notice.id, mint: notice.mint, uid }] : [];
  });
  const lost = new Set((await withoutAccess(db, ofChats)).map(({ mint, uid }) => `${mint} ${uid}`));
  const unreadable = new Set(ofChats.filter(({ mint, uid }) => lost.has(`${mint} ${uid}`)).map(({ id }) => id));
  return new Map(presented.filter(({ id }) => !unreadable.has(id)).map((notice) => [Number(notice.id), notice]));
};

const pushSubject = ({ id, uid, subject }: NoticeRow, notice: Notice | undefined): PushSubject => ({
  id,
  uid,
  mint: notice && "mint" in notice ? notice.mint : null,
  pages: pagesOf(notice),
  number: "number" in subject ? subject.number : null,
});

/** The pages that show what a notice is about. Who looks at a Tribe in any way sees its alarm's cause. */
const pagesOf = (notice: Notice | undefined): readonly string[] => {
  if (!notice) return [];
  if (notice.type === "seat_alarm") return [`/chat/${notice.mint}`, `/token/${notice.mint}`];
  return [notice.route.split("?")[0] ?? ""];
};
