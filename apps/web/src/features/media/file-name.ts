/** How many characters of the end stay visible: an ending, and a little of what is before it. */
const endCharacters = 12;
const dots = "…";

/** By what a person sees as one character, so that no emoji or accent is cut. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text), ({ segment }) => segment);

/** A name on one line, as it is shown: many spaces could move its ending out of sight, and invisible characters turn it around. */
const oneLine = (name: string): string =>
  name
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** A file's name in two parts, of which the first may be shortened: the end tells what kind of file it is. */
export const splitName = (name: string): { readonly start: string; readonly end: string } => {
  const characters = charactersOf(oneLine(name));
  const at = Math.max(0, characters.length - endCharacters);
  return { start: characters.slice(0, at).join(""), end: characters.slice(at).join("") };
};

/** A file's name of at most `max` characters, shortened in its middle: for a sentence. */
export const shortName = (name: string, max = 40): string => {
  const characters = charactersOf(oneLine(name));
  if (characters.length <= max) return characters.join("");
  const start = characters.slice(0, max - endCharacters - 1).join("");
  return `${start.trimEnd()}${dots}${characters.slice(-endCharacters).join("").trimStart()}`;
};
