import type { User } from "@tribe/contract";
import { asSeenByOthers } from "@tribe/domain/people";
import type { Person } from "./person.ts";

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

/** What others see of a person's profile; of a nerfed one only the short address. */
export const shownProfile = (person: Person): Shown => (person.isNerfed ? shownOfNerfed(person) : shownOf(person));
