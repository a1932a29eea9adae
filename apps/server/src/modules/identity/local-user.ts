import { ApiError, type LocalUser, type Uid, type User } from "@tribe/contract";
import { asSeenByOthers } from "@tribe/domain/people";
import { eq } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { people } from "./schema.ts";
import type { Person } from "./store/people.ts";
import { toPerson } from "./store/people.ts";

/** The signed-in person as they see themselves, with the Tribes that they created. */
export const presentLocalUser = async (ctx: AppContext, db: Executor, uid: Uid): Promise<LocalUser> => {
  const [row] = await db.select().from(people).where(eq(people.uid, uid));
  if (!row) throw new ApiError("unauthorized");
  const { isNerfed: _, ...person } = toPerson(row);
  const tokens = await ctx.ports.tokens.tokensOf(db, uid);
  return {
    ...person,
    email: row.email,
    tokens: tokens.map(({ tokenId, mint }) => ({ tokenId, mint })),
  };
};

/**
 * The fields that may be hidden of a person. A new field of the profile does not compile until both functions below say what
 * others see of it.
 */
type Shown = Omit<User, "uid" | "address" | "isNerfed">;

const shownOf = ({ displayName, bio, pfp, twitter, farcaster }: Person): Shown => ({
  displayName,
  bio,
  pfp,
  twitter,
  farcaster,
});

const shownOfNerfed = (person: Person): Shown => {
  const { displayName, bio, pfp } = asSeenByOthers(person);
  return { displayName, bio, pfp, twitter: null, farcaster: null };
};

/** A person as others see them; of a nerfed one only the short address. */
export const presentUser = (person: Person): User => {
  const { uid, address, isNerfed } = person;
  return { uid, address, isNerfed, ...(isNerfed ? shownOfNerfed(person) : shownOf(person)) };
};
