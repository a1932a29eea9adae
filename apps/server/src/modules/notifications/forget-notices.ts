import type { Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { noticeMails, notices, notificationSettings, pushSends, pushSubscriptions } from "./schema.ts";

/** Forgets what somebody was told, wanted to be told, and on which browsers: their account ends. */
export const forgetNotices = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(notices).where(eq(notices.uid, uid));
  await tx.delete(notificationSettings).where(eq(notificationSettings.uid, uid));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid));
  await tx.delete(noticeMails).where(eq(noticeMails.uid, uid));
  await tx.delete(pushSends).where(eq(pushSends.uid, uid));
};
