import { withoutUnseen } from "@tribe/contract";

/** Maximum bytes of UTF-8 of a token's name on chain. */
const maxBytes = 32;

/**
 * The name of a Tribe's token: its Chief's display name at creation, cut between characters when it is too long for the chain.
 */
export const tokenNameOf = (displayName: string): string => {
  const encoder = new TextEncoder();
  const characters = Array.from(
    new Intl.Segmenter().segment(withoutUnseen(displayName).trim()),
    ({ segment }) => segment,
  );
  while (encoder.encode(characters.join("")).length > maxBytes) characters.pop();
  // A cut word may end with a joiner.
  return withoutUnseen(characters.join("")).trim();
};
