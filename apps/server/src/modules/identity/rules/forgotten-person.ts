import type { Uid } from "@tribe/contract";
import type { people } from "../schema.ts";

type PersonRow = typeof people.$inferSelect;
/** Columns that stay: the row remains the author of messages, and says since when the person was here. */
type RemainingColumn = "uid" | "createdAt";

/**
 * The values of all other columns for a deleted account. A new column does not compile until it is here or among those that stay.
 */
export const forgottenPerson = (uid: Uid, now: Date): Omit<PersonRow, RemainingColumn> => ({
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
  deletedAt: now,
});
