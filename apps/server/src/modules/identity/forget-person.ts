// What a deletion leaves: docs/decisions/0058.
import type { Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { devices, identities, people } from "./schema.ts";
import { endSessions } from "./sessions.ts";

type PersonRow = typeof people.$inferSelect;
/** Columns that stay: the row remains the author of messages, and says since when the person was here. */
type KeptColumn = "uid" | "createdAt";

/**
 * The values of all other columns for a deleted account. A new column does not compile until it is here or among those that stay.
 */
const forgotten = (uid: Uid): Omit<PersonRow, KeptColumn> => ({
  // Not a valid address: those have no colon.
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
 * Deletes a person's account: all sessions, all ways to sign in, and everything that says who they were. The row stays as the
 * author of their messages, shown as a deleted account; the mail address and the social accounts can be used for a new one.
 */
export const forgetPerson = async (tx: Executor, uid: Uid): Promise<void> => {
  await endSessions(tx, uid);
  await tx.delete(identities).where(eq(identities.uid, uid));
  await tx.update(devices).set({ signedInUid: null }).where(eq(devices.signedInUid, uid));
  await tx.update(people).set(forgotten(uid)).where(eq(people.uid, uid));
  await writeEvent(tx, "user.faceChanged", { uid });
};
