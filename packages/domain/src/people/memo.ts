import { hasUnseen } from "./token-texts.ts";

/** Code points of a memo: a line in the wallet's box, and cheap to write on chain. */
export const memoMaxCharacters = 100;

/**
 * The one rule for what stands beside a transfer, for ever and for everybody to read: page, server and signer each ask it.
 * @returns null when it can be used, else what is wrong with it, as a sentence.
 */
export const memoProblem = (memo: string): string | null => {
  if (memo === "" || memo !== memo.trim()) return "A memo must not begin or end with a space";
  if (Array.from(memo).length > memoMaxCharacters) return `A memo has up to ${memoMaxCharacters} characters`;
  if (hasUnseen(memo)) return "A memo must not have line breaks or invisible characters";
  return null;
};
