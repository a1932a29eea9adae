import type { Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { devices, identities, people } from "./schema.ts";
import { endSessions } from "./sessions.ts";

type PersonRow = typeof people.$inferSelect;
/** What the row keeps: who wrote what is said, and since when they were here. */
type KeptColumn = "uid" | "createdAt";

/** Every other column of a deleted account. A new one does not compile before it stands here or among the kept. */
const forgotten = (uid: Uid): Omit<PersonRow, KeptColumn> => ({
  // No address: none has a colon there.
  email: `deleted:${uid}`,
  address: null,
  displayName: null,
  pfp: null,
  bio: "",
  isNerfed: false,
  twitter: null,
  twitterId: null,
  farcaster: null,
  farcasterId: null,
  farcasterPfp: null,
  inviterAddress: null,
  isAffiliatePartner: false,
  isAffiliate: false,
  isDiscount: false,
  signedInAt: null,
  deletedAt: new Date(),
});

/**
 * Ends a person's account: every session, every way to sign in, and all that tells who they were. The row stays as the
 * author of what they said, shown as a deleted account; the mailbox and the social accounts are free for a new one.
 */
export const forgetPerson = async (tx: Executor, uid: Uid): Promise<void> => {
  await endSessions(tx, uid);
  await tx.delete(identities).where(eq(identities.uid, uid));
  await tx.update(devices).set({ signedInUid: null }).where(eq(devices.signedInUid, uid));
  await tx.update(people).set(forgotten(uid)).where(eq(people.uid, uid));
  await writeEvent(tx, "user.faceChanged", { uid });
};
