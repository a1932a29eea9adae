/** Where a link may begin and what it may consist of; its end is cut by {@link linksIn}. */
const linkPattern = /\bhttps?:\/\/[^\s<>"'`\\^{}|]+/giu;

/** The web addresses in a text, in their order: `http` and `https` alone, without the punctuation of the sentence. */
export const linksIn = (text: string): URL[] =>
  [...text.matchAll(linkPattern)].flatMap(([match]) => {
    const trimmed = match.replace(/[.,;:!?)\]}'"»”’]+$/u, "");
    return URL.canParse(trimmed) ? [new URL(trimmed)] : [];
  });
