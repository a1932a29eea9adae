import { type Address, ApiError, type SocialAccount, type Uid } from "@tribe/contract";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { eventInsert, writeEvent } from "../../../engines/bus/outbox.ts";
import { people } from "../schema.ts";

// The caller's transaction also writes the event.

/**
 * Sets a person's address. @param after further steps of the same statement: nothing is set unless `from`, one of them, has a
 * row. @returns whether it was set
 */
export const setAddress = async (
  tx: Executor,
  uid: Uid,
  address: Address,
  after?: { readonly steps: SQL; readonly from: SQL },
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    with ${after ? sql`${after.steps}, ` : sql``}changed as (
      update ${people} set address = ${address}
      where uid = ${uid}${after ? sql` and exists (select from ${after.from})` : sql``} returning uid
    ) ${eventInsert("user.changed", { uid }, sql`changed`)}`);
  return rows.length > 0;
};

/** Changes a person's address, also as the inviter of others. */
export const moveAddress = async (tx: Executor, uid: Uid, from: Address, to: Address): Promise<void> => {
  await tx
    .update(people)
    .set({ address: to })
    .where(and(eq(people.uid, uid), eq(people.address, from)));
  await tx.update(people).set({ inviterAddress: to }).where(eq(people.inviterAddress, from));
  // Who has no other name is shown by the short address.
  await writeEvent(tx, "user.changed", { uid });
  await writeEvent(tx, "user.faceChanged", { uid });
};

/** @throws ApiError `social_taken` when the account belongs to another person. */
export const setTwitter = async (
  tx: Executor,
  uid: Uid,
  twitter: SocialAccount | null,
  pfp: string | null,
): Promise<void> => {
  if (twitter) await claimSocialAccount(tx, people.twitterId, twitter.id, uid);
  // Who has no X account any more is shown with name and picture of Farcaster.
  const nameAndPicture = twitter
    ? { displayName: twitter.name, pfp }
    : { displayName: sql`${people.farcaster} ->> 'name'`, pfp: sql`${people.farcasterPfp}` };
  await tx
    .update(people)
    .set({ twitter, twitterId: twitter?.id ?? null, ...nameAndPicture })
    .where(eq(people.uid, uid));
  await writeEvent(tx, "user.changed", { uid });
};

/** Name and picture are X's while that is connected. @throws ApiError `social_taken` as above. */
export const setFarcaster = async (
  tx: Executor,
  uid: Uid,
  farcaster: SocialAccount | null,
  farcasterPfp: string | null,
): Promise<void> => {
  if (farcaster) await claimSocialAccount(tx, people.farcasterId, farcaster.id, uid);
  await tx
    .update(people)
    .set({ farcaster, farcasterId: farcaster?.id ?? null, farcasterPfp })
    .where(eq(people.uid, uid));
  await tx
    .update(people)
    .set({ displayName: farcaster?.name ?? null, pfp: farcasterPfp })
    .where(and(eq(people.uid, uid), isNull(people.twitterId)));
  await writeEvent(tx, "user.changed", { uid });
};

/** Rights granted by an operator: people whom they invite from now on count as affiliates; their own trades cost less. */
export const grantRights = async (
  tx: Executor,
  uid: Uid,
  rights: { isAffiliatePartner?: boolean; isDiscount?: boolean },
): Promise<void> => {
  await tx.update(people).set(rights).where(eq(people.uid, uid));
  await writeEvent(tx, "user.changed", { uid });
};

/** Hides a person's profile from others except for the short address, or shows it again. */
export const setNerfed = async (tx: Executor, uid: Uid, isNerfed: boolean): Promise<void> => {
  await tx.update(people).set({ isNerfed }).where(eq(people.uid, uid));
  await writeEvent(tx, "user.faceChanged", { uid });
};

/** A person's address for mails. @throws ApiError `unauthorized` */
export const emailOf = async (db: Reader, uid: Uid): Promise<string> => {
  const [row] = await db.select({ email: people.email }).from(people).where(eq(people.uid, uid));
  if (!row) throw new ApiError("unauthorized");
  return row.email;
};

/**
 * Locks a social account until the end of the transaction, so that two people who connect it at the same moment are answered one
 * after the other. @throws ApiError `social_taken` when it belongs to another person
 */
const claimSocialAccount = async (
  tx: Executor,
  column: typeof people.twitterId | typeof people.farcasterId,
  id: string,
  uid: Uid,
): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${column.name}:${id}`}, 0))`);
  const others = await tx
    .select({ uid: people.uid })
    .from(people)
    .where(and(eq(column, id), ne(people.uid, uid)));
  if (others.length > 0) throw new ApiError("social_taken");
};
