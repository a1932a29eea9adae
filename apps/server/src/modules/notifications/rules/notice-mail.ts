import type { Notice, NotificationSettings } from "@tribe/contract";
import { decideMail, type MailDecision, noticeWays } from "@tribe/domain/notifications";
import type { NoticeRow } from "../schema.ts";

/** What the decision about a notice's mail is made from, read when its job runs. */
export interface NoticeMailFacts {
  readonly row: NoticeRow;
  /** With current texts; null when its subject no longer exists. */
  readonly notice: Notice | null;
  readonly settings: NotificationSettings;
  /** Whether mails to the person's address are stopped. */
  readonly isStopped: boolean;
  /** When the same notice was last mailed. */
  readonly lastAt: Date | null;
}

/** Whether a notice is mailed. @param now in ms since 1970 */
export const decideNoticeMail = (
  { row, notice, settings, isStopped, lastAt }: NoticeMailFacts,
  now: number,
): MailDecision =>
  decideMail({
    type: row.type,
    now,
    at: row.at.getTime(),
    isWanted: isWanted(row, notice, settings),
    isStale: notice === null || row.readAt !== null,
    isStopped,
    lastAt: lastAt?.getTime() ?? null,
  });

const isWanted = ({ type }: NoticeRow, notice: Notice | null, settings: NotificationSettings): boolean =>
  noticeWays(
    {
      type,
      isOwnDoing: false,
      isChief: false,
      hasAccess: true,
      mode: "all",
      isBlocked: notice?.type === "chat_booted" && notice.loss.code === "seat.blocked",
    },
    settings,
  ).mail;
