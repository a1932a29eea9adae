import type { LocalUser } from "@tribe/contract";

/** Says where a person's name and picture come from: X before Farcaster; without either a name is made of the address. */
export const faceSource = ({ twitter, farcaster, pfp }: Pick<LocalUser, "twitter" | "farcaster" | "pfp">): string => {
  const network = twitter ? "X" : farcaster ? "Farcaster" : null;
  if (network === null) return "Others see the beginning of your address until you connect a social account.";
  return pfp === null
    ? `Your name comes from ${network}, where you have no picture.`
    : `Your name and picture come from ${network}. Change them there, then connect it again.`;
};
