import type { Uid } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { noticeMails } from "../schema.ts";
import type { NoticeName } from "./notices.ts";

/** Identifies a mail: the person, its subject, and the subject's version. */
export interface MailKey extends NoticeName {
  readonly version: number;
}

const isMail = ({ uid, key, version }: MailKey) =>
  and(eq(noticeMails.uid, uid), eq(noticeMails.key, key), eq(noticeMails.version, version));

/** Whether the outcome of a mail is stored already. */
export const hasMailOutcome = async (db: Executor, key: MailKey): Promise<boolean> =>
  (await db.select({ uid: noticeMails.uid }).from(noticeMails).where(isMail(key))).length > 0;

/** Stores the outcome of a mail; the first one stays. */
export const storeMailOutcome = async (
  db: Executor,
  key: MailKey,
  outcome: (typeof noticeMails.$inferInsert)["outcome"],
  now: Date,
): Promise<void> => {
  await db
    .insert(noticeMails)
    .values({ ...key, outcome, endedAt: now })
    .onConflictDoNothing();
};

/** When a notice was last mailed, in whichever version; null when it never was. */
export const lastMailedAt = async (db: Executor, { uid, key }: NoticeName): Promise<Date | null> => {
  const [last] = await db
    .select({ endedAt: noticeMails.endedAt })
    .from(noticeMails)
    .where(and(eq(noticeMails.uid, uid), eq(noticeMails.key, key), eq(noticeMails.outcome, "sent")))
    .orderBy(desc(noticeMails.endedAt))
    .limit(1);
  return last?.endedAt ?? null;
};

/** The outcome of a person's last mails, the newest first; for operators. */
export const mailsOf = (db: Executor, uid: Uid, limit: number) =>
  db.select().from(noticeMails).where(eq(noticeMails.uid, uid)).orderBy(desc(noticeMails.endedAt)).limit(limit);
