import { ApiError, type LocalUser, type Uid, type User } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { type Person, toPerson } from "./rules/person.ts";
import { shownProfile } from "./rules/shown-profile.ts";
import { findPersonRow } from "./store/accounts.ts";

/** The signed-in person as they see themselves, with the Tribes that they created. */
export const presentLocalUser = async (ctx: AppContext, db: Executor, uid: Uid): Promise<LocalUser> => {
  const row = await findPersonRow(db, uid);
  if (!row) throw new ApiError("unauthorized");
  const { isNerfed: _, ...person } = toPerson(row);
  const tokens = await ctx.ports.tokens.tokensOf(db, uid);
  return {
    ...person,
    email: row.email,
    tokens: tokens.map(({ tokenId, mint }) => ({ tokenId, mint })),
  };
};

/** A person as others see them; of a nerfed one only the short address. */
export const presentUser = (person: Person): User => {
  const { uid, address, isNerfed } = person;
  return { uid, address, isNerfed, ...shownProfile(person) };
};
