import { hasUnseen } from "./token-texts.ts";

/** Code points of a memo: it fits a line in the wallet's frame, and is cheap to store on chain. */
export const memoMaxCharacters = 100;

/**
 * The rule for a transfer's memo, which is public on chain for ever; page, server and signer each check it.
 * @returns null when it is valid, else the problem as a sentence
 */
export const memoProblem = (memo: string): string | null => {
  if (memo === "" || memo !== memo.trim()) return "A memo must not begin or end with a space";
  if (Array.from(memo).length > memoMaxCharacters) return `A memo has up to ${memoMaxCharacters} characters`;
  if (hasUnseen(memo)) return "A memo must not have line breaks or invisible characters";
  return null;
};
