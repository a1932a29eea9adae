import type { Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { noticeMails, notices, notificationSettings, pushSends, pushSubscriptions, seatAlarms } from "../schema.ts";

/** Deletes a person's notices, settings and push subscriptions, when their account is deleted. */
export const forgetNotices = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(notices).where(eq(notices.uid, uid));
  await tx.delete(notificationSettings).where(eq(notificationSettings.uid, uid));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid));
  await tx.delete(noticeMails).where(eq(noticeMails.uid, uid));
  await tx.delete(seatAlarms).where(eq(seatAlarms.uid, uid));
  await tx.delete(pushSends).where(eq(pushSends.uid, uid));
};
