import type { Address } from "@tribe/contract";
import { asSeenByOthers, displayNameOf } from "@tribe/domain/people";
import type { Person } from "../../ports.ts";

/** A person's name and picture as others see them; of a nerfed one only the short address and the default picture. */
export const faceOf = (person: Person): { readonly displayName: string; readonly pfp: string | null } => {
  const { displayName, pfp } = asSeenByOthers(person);
  return { displayName, pfp };
};

/**
 * A Tribe's picture: the one that was stored when it was created. A Tribe that was created without our server has its creator's
 * present picture, and a nerfed creator's Tribe has none.
 */
export const tribePicture = (pinned: string | null, creator: Person | null | undefined): string | null =>
  creator?.isNerfed ? null : (pinned ?? creator?.pfp ?? null);

/** Name and picture for an address, even without an account. */
export const faceAt = (address: Address, person: Person | null | undefined): ReturnType<typeof faceOf> =>
  person ? faceOf(person) : { displayName: displayNameOf({ displayName: "", address }), pfp: null };
