interface FoundPart {
  /** Where it begins, in letters. */
  readonly at: number;
  readonly piece: string;
  readonly isFound: boolean;
}

/** A letter without its accents, in lower case. One may become several ("ß"), so that places are kept letter by letter. */
const plain = (letter: string): string => letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** How much is shown before the first word that was found, in letters. */
const lead = 40;

/** A line with the words that were searched for set apart, beginning shortly before the first of them; accents and case aside. */
export const foundParts = (line: string, searched: string): readonly FoundPart[] => {
  const letters = [...line];
  const plainLetters = letters.map(plain);
  const wanted = searched
    .split(/\s+/)
    .map((word) => [...word].map(plain).join(""))
    .filter(Boolean);
  const marks = letters.map(() => false);
  for (const word of wanted)
    for (let from = 0; from < letters.length; from += 1) {
      let to = from;
      let piece = "";
      while (to < letters.length && piece.length < word.length) piece += plainLetters[to++] ?? "";
      if (piece === word) marks.fill(true, from, to);
    }
  const first = marks.indexOf(true);
  const start = first > 2 * lead ? first - lead : 0;
  const parts: FoundPart[] = start > 0 ? [{ at: -1, piece: "…", isFound: false }] : [];
  for (let at = start; at < letters.length; ) {
    const isFound = marks[at] ?? false;
    let end = at;
    while (end < letters.length && marks[end] === isFound) end += 1;
    parts.push({ at, piece: letters.slice(at, end).join(""), isFound });
    at = end;
  }
  return parts;
};
