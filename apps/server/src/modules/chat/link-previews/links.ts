/** Where a link begins and what it may contain; {@link linksIn} cuts off its end. */
const linkPattern = /\bhttps?:\/\/[^\s<>"'`\\^{}|]+/giu;

/** The web addresses in a text, in order: only `http` and `https`, without punctuation that follows. */
export const linksIn = (text: string): URL[] =>
  [...text.matchAll(linkPattern)].flatMap(([match]) => {
    const trimmed = match.replace(/[.,;:!?)\]}'"»”’]+$/u, "");
    return URL.canParse(trimmed) ? [new URL(trimmed)] : [];
  });
