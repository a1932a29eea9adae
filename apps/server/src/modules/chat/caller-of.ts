import { ApiError, type Uid } from "@tribe/contract";
import type { ReadingContext } from "../../context.ts";
import type { Reader } from "../../db/client.ts";
import type { Person } from "../../ports.ts";

/** The calling person. @throws ApiError `unauthorized` */
export const callerOf = async (ctx: ReadingContext, db: Reader, uid: Uid): Promise<Person> => {
  const person = await ctx.ports.people.byUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  return person;
};
