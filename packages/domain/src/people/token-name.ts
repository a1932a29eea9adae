/** Maximum bytes of UTF-8 of a token's name on chain. */
const maxBytes = 32;

/** Control characters and those that change the text direction: the contract refuses them in a name. */
const unseen = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The name of a Tribe's token: its Chief's display name at creation, cut between characters when it is too long for the chain.
 */
export const tokenNameOf = (displayName: string): string => {
  const encoder = new TextEncoder();
  const characters = Array.from(
    new Intl.Segmenter().segment(displayName.replace(unseen, "").trim()),
    ({ segment }) => segment,
  );
  while (encoder.encode(characters.join("")).length > maxBytes) characters.pop();
  return characters.join("").trim();
};
