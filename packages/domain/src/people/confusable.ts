/**
 * Sets of scripts that one word may mix, after UTS 39 ("highly restrictive"), as classes of a regular expression: one script
 * alone, or Chinese, Japanese or Korean with Latin letters. Only scripts in everyday use (UAX 31, table 5): Cherokee and Lisu,
 * for example, have whole alphabets that look Latin.
 */
export const scriptSets: readonly string[] = [
  ...["Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana", "Ethiopic"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Thai", "Lao", "Tibetan", "Myanmar", "Khmer"],
  ...["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"],
].map((set) =>
  set
    .split(" ")
    .map((script) => `\\p{scx=${script}}`)
    .join(""),
);

/**
 * Letters that look like a Latin one, of scripts in which a whole word can be written with them: Cyrillic, Greek, Armenian,
 * Georgian and Hebrew.
 */
const latinConfusables = /^[асԁеҽгһіјкӏоөпрԛѕтухүѵԝѡьъαγεηικνορστυχωագզէհյոսւօքցղიოყძხჿוחיןסםה0-9-]+$/u;

export const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Whether every letter of a word in lower case looks like a Latin one, though none is. */
export const resemblesLatin = (word: string): boolean => latinConfusables.test(withoutMarks(word));

const wholeWords = scriptSets.map((scripts) => new RegExp(`^[${scripts}]+$`, "u"));
const anyScript = new RegExp(`[${scriptSets.join("")}]`, "u");
const isLatin = (word: string): boolean => /\p{Script=Latin}/u.test(word);

/** Words of alphabets that look Latin as a whole. */
const exotic = /^[\p{scx=Cherokee}\p{scx=Lisu}]+$/u;

/**
 * Whether a name may pass for another one, by the rule that shows a link's host in chat: letters of several alphabets in one
 * word (`Tоm` with a Cyrillic о), or, beside a Latin word, one of letters that all look Latin. A name in one alphabet is
 * anybody's own, also where its letters look Latin (`Сара`).
 */
export const isConfusable = (name: string): boolean => {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const hasLatin = words.some(isLatin);
  return words.some(
    (word) =>
      (anyScript.test(word) && !wholeWords.some((set) => set.test(word))) ||
      (hasLatin && !isLatin(word) && (resemblesLatin(word) || exotic.test(word))),
  );
};
