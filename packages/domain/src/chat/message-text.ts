import { quotableText } from "../people/token-texts.ts";

/** Blank in every font, although Unicode counts them as visible: two hieroglyphs, a note and a Khitan filler, and a lost object. */
const blank = /[\u{13441}\u{13442}\u{1D159}\u{16FE4}\uFFFC]/gu;

/**
 * Whether nothing of a message's text can be seen: it has only spaces and invisible characters. Such a text is no message, and no
 * caption of a file.
 */
export const isEmptyText = (text: string): boolean =>
  // Nearly every message has one of these. A private-use character is a picture in some fonts.
  !/[!-~\p{Co}]/u.test(text) && quotableText(text.replace(blank, "")) === "";
