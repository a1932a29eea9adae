import type { Notice, NotificationSettings } from "@tribe/contract";
import { decidePush, noticeWays, type PushDecision } from "@tribe/domain/notifications";
import type { NoticeRow, Subscription } from "../schema.ts";

/** What a push depends on that is not in its notice. */
export interface PushCircumstances {
  readonly isChief: boolean;
  /** Whether the person looks at a page that shows it. */
  readonly isVisible: boolean;
  /** Whether its message was read in the chat. */
  readonly isRead: boolean;
  /** When pushes of the last hour were sent, in ms since 1970. */
  readonly recent: readonly number[];
}

/** What the decision about a push is made from, read when its job runs. */
export interface PushFacts extends PushCircumstances {
  readonly row: NoticeRow;
  readonly settings: NotificationSettings;
  /** With current texts; null when its subject no longer exists or the person may not read it any more. */
  readonly notice: Notice | null;
  /** The person's browsers whose push services have not answered for it yet. */
  readonly subscriptions: readonly Subscription[];
  /** The person's unread notices. */
  readonly unread: number;
}

/** Whether a notice is pushed now, later or never. @param now in ms since 1970 */
export const decideNoticePush = (
  { row, settings, notice, isChief, isVisible, isRead, recent }: Omit<PushFacts, "subscriptions" | "unread">,
  now: number,
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
    now,
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
