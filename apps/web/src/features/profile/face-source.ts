import type { LocalUser } from "@tribe/contract";
import { accountTexts } from "@tribe/domain/words";

/** Says where a person's name and picture come from: X before Farcaster; without either the name is made from the address. */
export const faceSource = ({ twitter, farcaster, pfp }: Pick<LocalUser, "twitter" | "farcaster" | "pfp">): string => {
  const network = twitter ? "X" : farcaster ? "Farcaster" : null;
  if (network === null) return accountTexts.nameOfAddress;
  return pfp === null ? accountTexts.nameFrom(network) : accountTexts.nameAndPictureFrom(network);
};
