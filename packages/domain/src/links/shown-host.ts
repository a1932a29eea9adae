/**
 * Sets of scripts that one part of a domain name may mix, after UTS 39 ("highly restrictive"): one script alone, or Chinese,
 * Japanese or Korean with Latin letters. Only scripts in everyday use (UAX 31, table 5): Cherokee and Lisu, for example, have
 * whole alphabets that look Latin.
 */
const scriptSets = [
  ...["Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana", "Ethiopic"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Thai", "Lao", "Tibetan", "Myanmar", "Khmer"],
  ...["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"],
].map((set) => {
  const scripts = set.split(" ").map((script) => `\\p{scx=${script}}`);
  // No other digits than ours: a Bengali four looks like an eight. No marks of no script: they hide what is below them.
  return new RegExp(`^(?=[\\p{L}\\p{M}0-9-]+$)[${scripts.join("")}0-9-]+$`, "u");
});

/** Latin letters that are no plain letter with a mark, and yet differ from every plain one at a glance. */
const otherLatin = "ßæœøđðþłħŋə";

/**
 * Letters that look like a Latin one, of scripts in which a whole word can be written with them: Cyrillic, Greek, Armenian,
 * Georgian and Hebrew.
 */
const resemblesLatin = /^[асԁеҽгһіјкӏоөпрԛѕтухүѵԝѡьъαγεηικνορστυχωագզէհյոսւօքցղიოყძხჿוחיןסםה0-9-]+$/u;

/** Characters of Chinese and Japanese that look like a dash or a slash between Latin letters. */
const resemblesPunctuation = /[a-z0-9][ー一丶丿ㄧノソゾンㇳ][a-z0-9]/u;

const isAscii = (text: string): boolean => /^[ -~]*$/u.test(text);

const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Whether a Latin letter is a plain one, perhaps with a mark: many others look like a plain one (`ɡ`, `ı`). */
const isKnownLatin = (letter: string): boolean =>
  !/\p{Script=Latin}/u.test(letter) || otherLatin.includes(letter) || isAscii(withoutMarks(letter));

/** Whether one part of a domain name can't be taken for another one. @param isUnderLatin the name ends in Latin letters */
const isPlain = (label: string, isUnderLatin: boolean): boolean =>
  isAscii(label) ||
  (scriptSets.some((set) => set.test(label)) &&
    [...label].every(isKnownLatin) &&
    !resemblesPunctuation.test(label) &&
    !(isUnderLatin && resemblesLatin.test(withoutMarks(label))));

/**
 * A link's host as people should see it: as the browser reads it, in its own letters, unless it may look like another one (after
 * UTS 39: mixed scripts in one part, or a part of letters that all look Latin under a Latin ending). Then as punycode.
 * @param written as it stands in a text
 * @param hostname the same host, as `URL` reads it
 */
export const shownHost = (written: string, hostname: string): string => {
  const readable = written.normalize("NFKC").toLowerCase();
  if (isAscii(readable) || !URL.canParse(`https://${readable}`)) return hostname;
  if (new URL(`https://${readable}`).hostname !== hostname) return hostname;
  const labels = readable.split(".");
  const isUnderLatin = isAscii(labels.at(-1) ?? "");
  return labels.every((label) => isPlain(label, isUnderLatin)) ? readable : hostname;
};
