import type { Notice, Uid } from "@tribe/contract";
import {
  changeInBps,
  isChatNotice,
  isSummaryWorthSending,
  type SummaryHolding,
  summaryWorthMs,
} from "@tribe/domain/notifications";
import { summaryMailText } from "@tribe/domain/words";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { people } from "../../identity/schema.ts";
import { heldPrices } from "../../market/index.ts";
import { withoutAccess } from "../../membership/index.ts";
import { presentNotices } from "../present.ts";
import { notices } from "../schema.ts";
import { settingsOf } from "../settings.ts";
import { hasMailOutcome, recordMailOutcome, sendNotificationMail } from "./send-mail.ts";
import { mailStopOf } from "./stops.ts";

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
      const key = { uid, key: `summary:${until}`, version: 0 };
      const [person] = await ctx.db
        .select({ email: people.email, address: people.address })
        .from(people)
        .where(eq(people.uid, uid));
      if (!person || (await hasMailOutcome(ctx, key))) return;
      const { emailNotification, delivery } = await settingsOf(ctx.db, uid);
      if (!emailNotification.dailySummary) return recordMailOutcome(ctx, key, "unwanted");
      if (ctx.now() - Date.parse(until) > summaryWorthMs) return recordMailOutcome(ctx, key, "late");
      if (await mailStopOf(ctx.db, person.email)) return recordMailOutcome(ctx, key, "stopped");
      const unread = await unreadSince(ctx, uid, new Date(since));
      const holdings = await holdingsOf(ctx, person.address);
      if (!isSummaryWorthSending(unread.length, holdings)) return recordMailOutcome(ctx, key, "empty");
      await sendNotificationMail(ctx, person.email, {
        key,
        name: `summary-${uid}-${until.replace(/\W/g, "")}`,
        kind: "dailySummary",
        mail: summaryMailText({ notices: unread, holdings, showContent: delivery.showContent }),
      });
    },
});

/** Unread notices of this time, the newest first, without those of chats that the person may not read any more. */
const unreadSince = async ({ db }: AppContext, uid: Uid, since: Date): Promise<readonly Notice[]> => {
  const rows = await db
    .select()
    .from(notices)
    .where(and(eq(notices.uid, uid), isNull(notices.readAt), gt(notices.at, since)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(maxNotices);
  const found = await presentNotices(db, rows);
  const ofChats = found.filter(isChatNotice).map(({ mint }) => mint);
  const lost = await withoutAccess(
    db,
    [...new Set(ofChats)].map((mint) => ({ mint, uid })),
  );
  const closed = new Set(lost.map(({ mint }) => mint));
  return found.filter((notice) => !isChatNotice(notice) || !closed.has(notice.mint));
};

const holdingsOf = async (
  ctx: AppContext,
  address: (typeof people.$inferSelect)["address"],
): Promise<readonly SummaryHolding[]> =>
  address === null
    ? []
    : (await heldPrices(ctx, address, maxHoldings)).map(({ mint, name, symbol, price, priceDayAgo }) => ({
        name,
        symbol,
        price,
        changeBps: changeInBps(price, priceDayAgo),
        route: `/token/${mint}`,
      }));
