import { ApiError, type Uid } from "@tribe/contract";
import { randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import { insertPerson, uidOfEmail } from "./store/accounts.ts";

/** The account of a proven address, created at the first sign-in; `isNew` says that it was. */
export const findOrCreateAccount = async (
  tx: Executor,
  email: string,
): Promise<{ readonly uid: Uid; readonly isNew: boolean }> => {
  // 128 random bits in base64url: the form of a user id.
  const fresh = randomText(16) as Uid;
  if (await insertPerson(tx, fresh, email)) return { uid: fresh, isNew: true };
  const uid = await uidOfEmail(tx, email);
  if (uid === null) throw new ApiError("conflict");
  return { uid, isNew: false };
};
