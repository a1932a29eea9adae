import { ApiError, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../../ports.ts";

/** Whoever calls. @throws ApiError `unauthorized`. */
export const callerOf = async (ctx: AppContext, db: Executor, uid: Uid): Promise<Person> => {
  const person = await ctx.ports.people.byUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  return person;
};
