import { ApiError, mailCode } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { mailSends } from "./schema.ts";

/** From this many mails in a row on, the pause is the long one: five guesses each make at most 1,440 a day. */
const patientCount = 10;
const longPauseSeconds = 300;

const pause = sql`make_interval(secs =>
  case when ${mailSends.count} >= ${patientCount}::int then ${longPauseSeconds}::int else ${mailCode.resendSeconds}::int end)`;

/**
 * Lets a mail with a code go out, or says when the next may. It is part of the caller's transaction, as the mail is:
 * one that was not asked for does not count. @throws ApiError `too_many_requests`
 */
export const paceMail = async (tx: Executor, key: string): Promise<void> => {
  const sent = await tx
    .insert(mailSends)
    .values({ key, sentAt: sql`now()` })
    .onConflictDoUpdate({
      target: mailSends.key,
      set: {
        sentAt: sql`now()`,
        count: sql`case when ${mailSends.sentAt} < now() - interval '1 hour' then 1 else ${mailSends.count} + 1 end`,
      },
      setWhere: sql`${mailSends.sentAt} <= now() - ${pause}`,
    })
    .returning({ key: mailSends.key });
  if (sent.length > 0) return;
  const [wait] = await tx
    .select({ seconds: sql<number>`ceil(extract(epoch from ${mailSends.sentAt} + ${pause} - now()))::int` })
    .from(mailSends)
    .where(eq(mailSends.key, key));
  throw new ApiError("too_many_requests", { retryAfterSeconds: Math.max(1, wait?.seconds ?? mailCode.resendSeconds) });
};
