import type { Address, Uid } from "@tribe/contract";
import { and, eq, ne } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { people } from "../schema.ts";

/** Stores who invited a person, once. An address that is nobody's, or the person's own, is ignored. */
export const nameInviter = async (tx: Executor, uid: Uid, inviterAddress: Address): Promise<void> => {
  const [inviter] = await tx
    .select({ isAffiliatePartner: people.isAffiliatePartner })
    .from(people)
    .where(and(eq(people.address, inviterAddress), ne(people.uid, uid)));
  if (!inviter) return;
  await tx.update(people).set({ inviterAddress, isAffiliate: inviter.isAffiliatePartner }).where(eq(people.uid, uid));
};
