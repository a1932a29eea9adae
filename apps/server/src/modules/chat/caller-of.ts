import { ApiError, type Uid } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import { type Person, personByUid } from "../identity/index.ts";

/** The calling person. @throws ApiError `unauthorized` */
export const callerOf = async (db: Reader, uid: Uid): Promise<Person> => {
  const person = await personByUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  return person;
};
