import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import type { MailFailure } from "../../../engines/mail/events.ts";
import { mailEvents, mailStops } from "../../../engines/mail/schema.ts";

const hashOf = (address: string): string => createHash("sha256").update(address.trim().toLowerCase()).digest("hex");

/** Why notifications are not mailed to an address, and since when; null if they are. */
export const mailStopOf = async (
  db: Executor,
  address: string,
): Promise<{ readonly reason: MailFailure; readonly at: Date } | null> => {
  const [row] = await db
    .select()
    .from(mailStops)
    .where(eq(mailStops.addressHash, hashOf(address)));
  return row ? { reason: row.reason, at: row.stoppedAt } : null;
};

/** Stops notifications by mail to these addresses. A complaint takes precedence over a bounce. */
export const stopMails = async (
  tx: Executor,
  addresses: readonly string[],
  reason: MailFailure,
  now: Date,
): Promise<void> => {
  for (const addressHash of new Set(addresses.map(hashOf))) {
    const insert = tx.insert(mailStops).values({ addressHash, reason, stoppedAt: now });
    await (reason === "complaint"
      ? insert.onConflictDoUpdate({ target: mailStops.addressHash, set: { reason } })
      : insert.onConflictDoNothing());
  }
};

/** Lets notifications be mailed to an address again, at its owner's request. */
export const resumeMails = async (tx: Executor, address: string): Promise<void> => {
  await tx.delete(mailStops).where(eq(mailStops.addressHash, hashOf(address)));
};

/** Stores that a report of the mail provider was received. @returns whether it is the first time */
export const storeMailEvent = async (tx: Executor, id: string, now: Date): Promise<boolean> => {
  const stored = await tx
    .insert(mailEvents)
    .values({ id, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: mailEvents.id });
  return stored.length > 0;
};
