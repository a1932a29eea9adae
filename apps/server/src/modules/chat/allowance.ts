import { ApiError, messageRate, type Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { messageAllowances } from "./schema.ts";

const perSecond = messageRate.perMinute / 60;

/**
 * Takes one message from a person's allowance: 5 at once, refilled by one a second. It lives in the database, so that
 * several nodes count together, and a send that fails gives it back by rolling back.
 * @param now milliseconds since 1970.
 * @throws ApiError `too_many_requests` with the seconds after which one is free again.
 */
export const takeMessageAllowance = async (tx: Executor, uid: Uid, now: number): Promise<void> => {
  const full = { uid, tokens: messageRate.burst, filledAt: new Date(now) };
  await tx.insert(messageAllowances).values(full).onConflictDoNothing();
  const [stored] = await tx.select().from(messageAllowances).where(eq(messageAllowances.uid, uid)).for("update");
  const before = stored ?? full;
  const gained = (Math.max(0, now - before.filledAt.getTime()) / 1_000) * perSecond;
  const tokens = Math.min(messageRate.burst, before.tokens + gained);
  if (tokens < 1)
    throw new ApiError("too_many_requests", { retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / perSecond)) });
  await tx
    .update(messageAllowances)
    .set({ tokens: tokens - 1, filledAt: new Date(now) })
    .where(eq(messageAllowances.uid, uid));
};
