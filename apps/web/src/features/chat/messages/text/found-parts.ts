interface FoundPart {
  /** The index at which it begins. */
  readonly at: number;
  readonly piece: string;
  readonly isFound: boolean;
}

/** A letter in lower case without accents. It may become several, so positions are tracked letter by letter. */
const plain = (letter: string): string => letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** How many letters are shown before the first match. */
const lead = 40;

/** Splits a line into matches and other parts, ignoring accents and case. Begins shortly before the first match. */
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
