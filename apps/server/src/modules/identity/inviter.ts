import type { Address, Uid } from "@tribe/contract";
import { and, eq, ne } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { people } from "./schema.ts";

/** Names who invited a person, once. An address that is nobody's, or their own, is left out in silence. */
export const nameInviter = async (tx: Executor, uid: Uid, inviterAddress: Address): Promise<void> => {
  const [inviter] = await tx
    .select({ isAffiliatePartner: people.isAffiliatePartner })
    .from(people)
    .where(and(eq(people.address, inviterAddress), ne(people.uid, uid)));
  if (!inviter) return;
  await tx.update(people).set({ inviterAddress, isAffiliate: inviter.isAffiliatePartner }).where(eq(people.uid, uid));
};
