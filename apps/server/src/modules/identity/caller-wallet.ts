import { type Address, ApiError, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";

/** The caller's wallet address. @throws ApiError `unauthorized`, `wallet_missing` */
export const callerWallet = async ({ ports }: AppContext, db: Executor, uid: Uid): Promise<Address> => {
  const person = await ports.people.byUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  if (!person.address) throw new ApiError("wallet_missing");
  return person.address;
};
