import type { Address } from "@tribe/contract";
import { asSeenByOthers, displayNameOf } from "@tribe/domain/people";
import type { Person } from "./person.ts";

/** A person's name and picture as others see them. */
interface NameAndPicture {
  readonly displayName: string;
  /** Null for the default picture. */
  readonly pfp: string | null;
}

/** What others see of a person in a list; of a nerfed one only the short address and the default picture. */
export const nameAndPictureOf = (person: Person): NameAndPicture => {
  const { displayName, pfp } = asSeenByOthers(person);
  return { displayName, pfp };
};

/** {@link nameAndPictureOf} for an address, even without an account. */
export const nameAndPictureAt = (address: Address, person: Person | null | undefined): NameAndPicture =>
  person ? nameAndPictureOf(person) : { displayName: displayNameOf({ displayName: "", address }), pfp: null };
