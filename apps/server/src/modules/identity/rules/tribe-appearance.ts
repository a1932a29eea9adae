import { nameAndPictureOf } from "./name-and-picture.ts";
import type { Person } from "./person.ts";

/**
 * A Tribe's picture: the one that was stored when it was created. A Tribe that was created without our server has its creator's
 * present picture, and a nerfed creator's Tribe has none.
 */
export const tribePicture = (pinned: string | null, creator: Person | null | undefined): string | null =>
  creator?.isNerfed ? null : (pinned ?? creator?.pfp ?? null);

/** A Tribe's name in our pages: the chain's; of a nerfed creator's Tribe only the creator's short address. */
export const tribeName = (name: string, creator: Person | null | undefined): string =>
  creator?.isNerfed ? nameAndPictureOf(creator).displayName : name;
