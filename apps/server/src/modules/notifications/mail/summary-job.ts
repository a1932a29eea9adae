import type { Address, Notice, Uid } from "@tribe/contract";
import {
  changeInBps,
  isChatNotice,
  isSummaryWorthSending,
  type SummaryHolding,
  summaryWorthMs,
} from "@tribe/domain/notifications";
import { summaryMailText } from "@tribe/domain/words";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { heldPrices } from "../../market/index.ts";
import { withoutAccess } from "../../membership/index.ts";
import { presentNotices } from "../present.ts";
import { hasMailOutcome, storeMailOutcome } from "../store/mail-outcomes.ts";
import { mailStopOf } from "../store/mail-stops.ts";
import { unreadNoticesSince } from "../store/notices.ts";
import { findRecipient } from "../store/recipient.ts";
import { settingsOf } from "../store/settings.ts";
import { sendNotificationMail } from "./send-mail.ts";

/** Notices that a summary reads at most; it shows a few of each kind and counts the rest. */
const maxNotices = 200;
/** Most holdings that a summary shows, by value. */
const maxHoldings = 5;

/** Mails one person's summary of the state when the job runs; nothing if there is nothing to report. */
export const summaryJob = defineJob({
  name: "notifications.summary",
  handler:
    (ctx) =>
    async ({ uid, since, until }) => {
      const { db } = ctx;
      const key = { uid, key: `summary:${until}`, version: 0 };
      const end = (outcome: Parameters<typeof storeMailOutcome>[2]) =>
        storeMailOutcome(db, key, outcome, new Date(ctx.now()));
      const recipient = await findRecipient(db, uid);
      if (!recipient || (await hasMailOutcome(db, key))) return;
      const { emailNotification, delivery } = await settingsOf(db, uid);
      if (!emailNotification.dailySummary) return end("unwanted");
      if (ctx.now() - Date.parse(until) > summaryWorthMs) return end("late");
      if (await mailStopOf(db, recipient.email)) return end("stopped");
      const unread = await readableSince(ctx, uid, new Date(since));
      const holdings = await holdingsOf(ctx, recipient.address);
      if (!isSummaryWorthSending(unread.length, holdings)) return end("empty");
      await sendNotificationMail(ctx, recipient.email, {
        key,
        name: `summary-${uid}-${until.replace(/\W/g, "")}`,
        stops: { uid, kind: "dailySummary" },
        mail: summaryMailText({ notices: unread, holdings, showContent: delivery.showContent }),
      });
    },
});

/** Unread notices of this time, the newest first, without those of chats that the person may not read any more. */
const readableSince = async ({ db }: AppContext, uid: Uid, since: Date): Promise<readonly Notice[]> => {
  const notices = await presentNotices(db, await unreadNoticesSince(db, uid, since, maxNotices));
  const mints = new Set(notices.filter(isChatNotice).map(({ mint }) => mint));
  const lost = await withoutAccess(
    db,
    [...mints].map((mint) => ({ mint, uid })),
  );
  const closed = new Set(lost.map(({ mint }) => mint));
  return notices.filter((notice) => !isChatNotice(notice) || !closed.has(notice.mint));
};

const holdingsOf = async (ctx: AppContext, address: Address | null): Promise<readonly SummaryHolding[]> =>
  address === null
    ? []
    : (await heldPrices(ctx, address, maxHoldings)).map(({ mint, name, symbol, price, priceDayAgo }) => ({
        name,
        symbol,
        price,
        changeBps: changeInBps(price, priceDayAgo),
        route: `/token/${mint}`,
      }));
