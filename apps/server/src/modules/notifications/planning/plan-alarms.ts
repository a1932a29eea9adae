// Why here: docs/decisions/0207.
import type { Mint } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { alarmDrafts } from "../rules/alarm-drafts.ts";
import type { NoticeDraft } from "../rules/notice-draft.ts";
import { lockAlarms, storeAlarms } from "../store/alarms.ts";
import { writeNotices } from "./write-notices.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Decides about a Tribe's alarms once more, because one waited for the end of its pause. */
    "notifications.alarms": { readonly mint: Mint };
  }
}

/**
 * Decides about the alarms of these Tribes and stores it, in the caller's transaction.
 * @returns the notices of those that ring
 */
export const planAlarms = async (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  mints: readonly Mint[],
  now: Date,
): Promise<readonly NoticeDraft[]> => {
  if (mints.length === 0) return [];
  const { drafts, changes, later } = alarmDrafts(await lockAlarms(tx, [...new Set(mints)]), now);
  await storeAlarms(tx, changes);
  await jobs.addMany(
    tx,
    "notifications.alarms",
    later.map(({ row: { mint, uid }, at }) => ({ payload: { mint }, key: `alarms ${mint} ${uid}`, runAt: at })),
  );
  return drafts;
};

/** {@link planAlarms} at the end of a pause. What rang meanwhile doesn't ring again, however often the job runs. */
export const alarmsJob = defineJob({
  name: "notifications.alarms",
  handler:
    (ctx) =>
    async ({ mint }) => {
      await ctx.db.transaction(async (tx) =>
        writeNotices(ctx, tx, await planAlarms(ctx, tx, [mint], new Date(ctx.now()))),
      );
    },
});
