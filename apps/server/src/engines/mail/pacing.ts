import { ApiError, mailCode } from "@tribe/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { mailSends } from "./schema.ts";

/** From this many mails in a row on, the pause is the long one: five guesses each make at most 1,440 a day. */
const patientCount = 10;
const longPauseSeconds = 300;
const hourSeconds = 3_600;

/** How mails follow each other: one by one with a pause, or so many and then an hour's silence. */
export type MailPace = { readonly hourly: number } | null;

const pauseOf = (pace: MailPace): SQL => {
  const [count, short, long] = pace
    ? [pace.hourly, 0, hourSeconds]
    : [patientCount, mailCode.resendSeconds, longPauseSeconds];
  return sql`make_interval(secs => case when ${mailSends.count} >= ${count}::int then ${long}::int else ${short}::int end)`;
};

/**
 * Lets a mail with a code go out, or says when the next may. It is part of the caller's transaction, as the mail is:
 * one that was not asked for does not count. @throws ApiError `too_many_requests`
 */
export const paceMail = async (tx: Executor, key: string, pace: MailPace = null): Promise<void> => {
  const pause = pauseOf(pace);
  const sent = await tx
    .insert(mailSends)
    .values({ key, sentAt: sql`now()` })
    .onConflictDoUpdate({
      target: mailSends.key,
      set: {
        sentAt: sql`now()`,
        count: sql`case when ${mailSends.sentAt} <= now() - interval '1 hour' then 1 else ${mailSends.count} + 1 end`,
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
