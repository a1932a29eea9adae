import { resemblesLatin, scriptSets, withoutMarks } from "../people/confusable.ts";

/** The scripts that one part of a domain name may mix ({@link scriptSets}). */
const labelScripts = scriptSets.map(
  (scripts) =>
    // No other digits than ours: a Bengali four looks like an eight. No marks of no script: they hide what is below them.
    new RegExp(`^(?=[\\p{L}\\p{M}0-9-]+$)[${scripts}0-9-]+$`, "u"),
);

/** Latin letters that are no plain letter with a mark, and yet differ from every plain one at a glance. */
const otherLatin = "ßæœøđðþłħŋə";

/** Characters of Chinese and Japanese that look like a dash or a slash between Latin letters. */
const resemblesPunctuation = /[a-z0-9][ー一丶丿ㄧノソゾンㇳ][a-z0-9]/u;

const isAscii = (text: string): boolean => /^[ -~]*$/u.test(text);

/** Whether a Latin letter is a plain one, perhaps with a mark: many others look like a plain one (`ɡ`, `ı`). */
const isKnownLatin = (letter: string): boolean =>
  !/\p{Script=Latin}/u.test(letter) || otherLatin.includes(letter) || isAscii(withoutMarks(letter));

/** Whether one part of a domain name can't be taken for another one. @param isUnderLatin the name ends in Latin letters */
const isPlain = (label: string, isUnderLatin: boolean): boolean =>
  isAscii(label) ||
  (labelScripts.some((set) => set.test(label)) &&
    [...label].every(isKnownLatin) &&
    !resemblesPunctuation.test(label) &&
    !(isUnderLatin && resemblesLatin(label)));

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
