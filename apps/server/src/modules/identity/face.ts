import type { Address } from "@tribe/contract";
import { asSeenByOthers, displayNameOf } from "@tribe/domain/people";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { people } from "./schema.ts";
import type { Person } from "./store/people.ts";

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

/** A Tribe's name in our pages: the chain's; of a nerfed creator's Tribe only the creator's short address. */
export const tribeName = (name: string, creator: Person | null | undefined): string =>
  creator?.isNerfed ? faceOf(creator).displayName : name;

/** {@link tribeName} in a query, for columns of the table of tokens. */
export const shownTribeName = (token: {
  readonly name: SQLWrapper;
  readonly creatorAddress: SQLWrapper;
}): SQL<string> =>
  sql<string>`case
    when exists (select from ${people} where ${people.address} = ${token.creatorAddress} and ${people.isNerfed})
    then left(${token.creatorAddress}, 6) else ${token.name} end`;

/** Name and picture for an address, even without an account. */
export const faceAt = (address: Address, person: Person | null | undefined): ReturnType<typeof faceOf> =>
  person ? faceOf(person) : { displayName: displayNameOf({ displayName: "", address }), pfp: null };
