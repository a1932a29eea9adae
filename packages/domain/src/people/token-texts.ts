/** The texts of a new token that people are shown. */
export interface TokenTexts {
  readonly name: string;
  readonly symbol: string;
}

/** Which text is unusable, and why, in words that follow the field's name. */
export interface TokenTextProblem {
  readonly field: keyof TokenTexts;
  readonly message: string;
}

/** One emoji of several characters: what joins them is invisible, and means something only there. */
const emoji =
  /[0-9#*]\uFE0F?\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}|\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*/gu;

/**
 * What nobody sees, or what changes how others are seen: control characters and line breaks, direction controls (bidi),
 * zero-width and other invisible ones, halves of a character, characters without a common meaning, and the blank Braille cell.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const everyUnseen = new RegExp(unseen, "gu");

/** An amount of money: a digit with SOL behind it, in whatever letters (`NFKC` makes wide ones plain). */
const amountOfSol = /[0-9][0-9.,\s]*(?:SOL|LAMPORTS?|◎)(?![\p{L}\p{N}])/iu;

const plainSymbol = /^[A-Z0-9]{1,10}$/;

/**
 * The one rule for a new token's texts: the API refuses by it, and so does the signer, which trusts no API. What passes can
 * stand in any sentence inside quotation marks; it is shown isolated all the same ({@link quotableText}).
 * @returns null when both can be used.
 */
export const tokenTextProblem = ({ name, symbol }: TokenTexts): TokenTextProblem | null => {
  if (name.trim() === "" || name !== name.trim())
    return { field: "name", message: "must not be empty or begin or end with a space" };
  if (hasUnseen(name)) return { field: "name", message: "must not have line breaks or invisible characters" };
  if (amountOfSol.test(name.normalize("NFKC"))) return { field: "name", message: "must not name an amount of SOL" };
  if (!plainSymbol.test(symbol)) return { field: "symbol", message: "must be 1 to 10 capital letters or digits" };
  if (amountOfSol.test(symbol)) return { field: "symbol", message: "must not name an amount of SOL" };
  return null;
};

/** Whether a text has characters that nobody sees, or that change how others are seen. */
export const hasUnseen = (text: string): boolean => unseen.test(text.replace(emoji, ""));

/** Code points that are shown of a text; the program's longest name has 32 bytes. */
const quotedMax = 40;

/**
 * A text of somebody else's for the inside of quotation marks: one line without what nobody sees, without marks that could
 * end the quotation, and not longer than a name can be. The view must isolate its direction beside that (`<bdi>`).
 * @returns "" when nothing visible is left.
 */
export const quotableText = (text: string): string => {
  const seen = withoutUnseen(text)
    .replace(/["“”„‟«»＂〝〞〟❝❞]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim();
  const points = Array.from(seen);
  return points.length > quotedMax ? `${points.slice(0, quotedMax).join("")}…` : seen;
};

/** Emoji stay whole; of the rest, what is invisible becomes a space where it parted words, and nothing elsewhere. */
const withoutUnseen = (text: string): string => {
  let [seen, from] = ["", 0];
  for (const found of text.matchAll(emoji)) {
    seen += clean(text.slice(from, found.index)) + found[0];
    from = found.index + found[0].length;
  }
  return seen + clean(text.slice(from));
};

const clean = (text: string): string => text.replace(/[\p{Zl}\p{Zp}\t\n\v\f\r\u0085]/gu, " ").replace(everyUnseen, "");
