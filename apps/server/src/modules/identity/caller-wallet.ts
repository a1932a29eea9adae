import { type Address, ApiError, type Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { personByUid } from "./store/people.ts";

/** The caller's wallet address. @throws ApiError `unauthorized`, `wallet_missing` */
export const callerWallet = async (db: Executor, uid: Uid): Promise<Address> => {
  const person = await personByUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  if (!person.address) throw new ApiError("wallet_missing");
  return person.address;
};
