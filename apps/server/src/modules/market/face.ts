import type { Address } from "@tribe/contract";
import { asSeenByOthers, displayNameOf } from "@tribe/domain";
import type { Person } from "../../ports.ts";

/** What others see of a person: of a nerfed one only the short address and the default picture (spec section 3). */
export const faceOf = (person: Person): { readonly displayName: string; readonly pfp: string | null } => {
  const { displayName, pfp } = asSeenByOthers(person);
  return { displayName, pfp };
};

/** The face behind an address, also of somebody without an account. */
export const faceAt = (address: Address, person: Person | null | undefined): ReturnType<typeof faceOf> =>
  person ? faceOf(person) : { displayName: displayNameOf({ displayName: "", address }), pfp: null };
