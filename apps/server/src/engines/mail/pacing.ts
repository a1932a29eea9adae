import { ApiError, mailCode } from "@tribe/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { mailSends } from "./schema.ts";

/** After this many mails in a row the long pause applies: five guesses each make at most 1,440 a day. */
const mailsBeforeLongPause = 10;
const longPauseSeconds = 300;
const hourSeconds = 3_600;

/** How mails may follow each other: each after a pause, or `hourly` mails and then none for an hour. */
export type MailPace = { readonly hourly: number } | null;

const pauseOf = (pace: MailPace): SQL => {
  const [count, short, long] = pace
    ? [pace.hourly, 0, hourSeconds]
    : [mailsBeforeLongPause, mailCode.resendSeconds, longPauseSeconds];
  return sql`make_interval(secs => case when ${mailSends.count} >= ${count}::int then ${long}::int else ${short}::int end)`;
};

/**
 * Allows a mail with a code, or says when the next one is possible. It runs in the transaction that queues the mail: one that
 * is rolled back does not count. @throws ApiError `too_many_requests`
 */
export const paceMail = async (tx: Executor, key: string, pace: MailPace = null): Promise<void> => {
  const paces = [{ key, pace }];
  const { steps, answer } = pacing(paces);
  const { rows } = await tx.execute<PacingRow>(sql`with ${steps} select ${answer}`);
  await checkPaces(tx, paces, rows[0]);
};

/** One of several rate limits of a mail. */
export interface PacedKey {
  readonly key: string;
  readonly pace: MailPace;
  /** A query; if it returns rows, this limit does not apply. */
  readonly unless?: SQL;
}

/** The answer of {@link pacing}. */
export type PacingRow = { readonly may_go: readonly boolean[] };

/**
 * {@link paceMail} for several limits, as steps of one larger statement, with an answer for {@link checkPaces}. Each is
 * counted only if all before it allow the mail.
 */
export const pacing = (paces: readonly PacedKey[]): { readonly steps: SQL; readonly answer: SQL } => {
  const step = (index: number) => sql.identifier(`step_${index}`);
  const steps = paces.flatMap(({ key, pace, unless }, index) => {
    const before = index === 0 ? sql`` : sql` and (select may_go from ${step(index - 1)})`;
    const [asked, counted] = [sql.identifier(`asked_${index}`), sql.identifier(`counted_${index}`)];
    return [
      sql`${asked} as materialized (select where ${unless ? sql`not exists (${unless})` : sql`true`}${before})`,
      sql`${counted} as (
        insert into ${mailSends} (key, sent_at) select ${key}, now() from ${asked}
        on conflict (key) do update set sent_at = now(), count = case
          when ${mailSends.sentAt} <= now() - interval '1 hour' then 1 else ${mailSends.count} + 1 end
        where ${mailSends.sentAt} <= now() - ${pauseOf(pace)} returning key)`,
      sql`${step(index)} as materialized (
        select (exists (select from ${counted}) or not exists (select from ${asked})) as may_go)`,
    ];
  });
  const answers = paces.map((_, index) => sql`(select may_go from ${step(index)})`);
  return { steps: sql.join(steps, sql`, `), answer: sql`array[${sql.join(answers, sql`, `)}] as may_go` };
};

/**
 * Throws for a mail that is not allowed yet, which rolls back its counts. @throws ApiError `too_many_requests` with the wait
 * of the first limit that refused it
 */
export const checkPaces = async (
  tx: Executor,
  paces: readonly PacedKey[],
  row: PacingRow | undefined,
): Promise<void> => {
  const refused = paces[row?.may_go.indexOf(false) ?? 0];
  if (!refused) return;
  const [wait] = await tx
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${mailSends.sentAt} + ${pauseOf(refused.pace)} - now()))::int`,
    })
    .from(mailSends)
    .where(eq(mailSends.key, refused.key));
  throw new ApiError("too_many_requests", { retryAfterSeconds: Math.max(1, wait?.seconds ?? mailCode.resendSeconds) });
};
