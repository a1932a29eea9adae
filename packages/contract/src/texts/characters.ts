/**
 * How long a text is by the limits of this contract: its code points, which the schemas count, too. An emoji may have several, an
 * Egyptian hieroglyph is one.
 */
export const charactersOf = (text: string): number => Array.from(text).length;
