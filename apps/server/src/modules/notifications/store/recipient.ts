import type { Address, Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";

/** The mail address and the wallet of a person who gets mails; null when there is no such person. */
export const findRecipient = async (
  db: Executor,
  uid: Uid,
): Promise<{ readonly email: string; readonly address: Address | null } | null> => {
  const [person] = await db
    .select({ email: people.email, address: people.address })
    .from(people)
    .where(eq(people.uid, uid));
  return person ?? null;
};
