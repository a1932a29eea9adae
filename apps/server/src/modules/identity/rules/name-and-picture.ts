import type { Address } from "@tribe/contract";
import { asSeenByOthers, displayNameOf } from "@tribe/domain/people";
import type { Person } from "./person.ts";

/** A person's name and picture as others see them; of a nerfed one only the short address and the default picture. */
export const faceOf = (person: Person): { readonly displayName: string; readonly pfp: string | null } => {
  const { displayName, pfp } = asSeenByOthers(person);
  return { displayName, pfp };
};

/** Name and picture for an address, even without an account. */
export const faceAt = (address: Address, person: Person | null | undefined): ReturnType<typeof faceOf> =>
  person ? faceOf(person) : { displayName: displayNameOf({ displayName: "", address }), pfp: null };
