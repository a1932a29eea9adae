import { hasLetterDigitOrEmoji, hasUnseen, withoutUnseen } from "@tribe/contract";
import { isConfusable } from "./confusable.ts";

export { hasUnseen } from "@tribe/contract";

/** The texts of a new token that people see. */
export interface TokenTexts {
  readonly name: string;
  readonly symbol: string;
}

/** The invalid text, and why, in words that follow the field's name. */
export interface TokenTextProblem {
  readonly field: keyof TokenTexts;
  readonly message: string;
}

/** An amount of money: a digit followed by SOL, in any letters (`NFKC` makes wide ones plain). */
const amountOfSol = /[0-9][0-9.,\s]*(?:SOL|LAMPORTS?|◎)(?![\p{L}\p{N}])/iu;

const plainSymbol = /^[A-Z0-9]{1,10}$/;

/**
 * The rule for a new token's texts. The API checks it, and so does the signer, which does not trust the API. A valid text can
 * be used in any sentence inside quotation marks; it is isolated as well ({@link quotableText}).
 * @returns null when both are valid
 */
export const tokenTextProblem = ({ name, symbol }: TokenTexts): TokenTextProblem | null => {
  if (name.trim() === "" || name !== name.trim())
    return { field: "name", message: "must not be empty or begin or end with a space" };
  if (hasUnseen(name)) return { field: "name", message: "must not have line breaks or invisible characters" };
  if (!hasLetterDigitOrEmoji(name)) return { field: "name", message: "must have a letter, a digit or an emoji" };
  if (isConfusable(name)) return { field: "name", message: "must not mix alphabets that look alike" };
  if (amountOfSol.test(name.normalize("NFKC"))) return { field: "name", message: "must not name an amount of SOL" };
  if (!plainSymbol.test(symbol)) return { field: "symbol", message: "must be 1 to 10 capital letters or digits" };
  if (amountOfSol.test(symbol)) return { field: "symbol", message: "must not name an amount of SOL" };
  return null;
};

/** Words of the wallet's own sentences, and of offers: a name with one could be read as a part of what the wallet says. */
const wordsOfSentences =
  /(?<!\p{L})(?:SOL|solana|lamports?|tribe|wallet|tokens?|free|gratis|for|from|to|at|most|least|you|yours?|all|get|back|pays?|now|costs?|fees?|max|spend|nothing|everything|confirm|cancel|buy|sell|sends?|convert|claim|create|airdrop|refund|bonus|gift)(?!\p{L})/iu;
/** Letters of one script, digits, single spaces, and the marks that names have. */
const plainNames = [
  /^[\p{Script=Latin}\p{M}0-9](?:[\p{Script=Latin}\p{M}0-9.'’&-]| (?! ))*$/u,
  /^[\p{Script=Cyrillic}\p{M}0-9](?:[\p{Script=Cyrillic}\p{M}0-9.'’&-]| (?! ))*$/u,
  /^[\p{Script=Greek}\p{M}0-9](?:[\p{Script=Greek}\p{M}0-9.'’&-]| (?! ))*$/u,
] as const;

/**
 * Whether a token's texts can only be read as a name, so that the wallet shows them without quotation marks: valid texts in one
 * script that is written from left to right, without any word of the wallet's own sentences. All others are quoted.
 */
export const readsAsName = (texts: TokenTexts): boolean =>
  tokenTextProblem(texts) === null &&
  plainNames.some((plain) => plain.test(texts.name)) &&
  ![texts.name, texts.symbol].some((text) => wordsOfSentences.test(text.normalize("NFKC")));

/** Maximum code points that are shown; the program's longest name has 32 bytes. */
const quotedMax = 40;

/**
 * Another person's text for use inside quotation marks: one line without invisible characters, without marks that could end the
 * quotation, and not longer than a name can be. The view must isolate its direction as well (`<bdi>`).
 * @returns "" when nothing visible is left
 */
export const quotableText = (text: string): string => {
  const seen = withoutUnseen(text)
    .replace(/["“”„‟«»＂〝〞〟❝❞]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim();
  const points = Array.from(seen);
  return points.length > quotedMax ? `${withoutUnseen(points.slice(0, quotedMax).join(""))}…` : seen;
};
