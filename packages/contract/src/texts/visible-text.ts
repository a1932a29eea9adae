/** One emoji of several characters: its joiners, selectors and tags are invisible, and allowed only there. */
const emoji =
  /[0-9#*]\uFE0F?\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*/u;

/** Scripts whose words are written with joiners (U+200C and U+200D), which decide how the letters beside them look. */
const joinedScripts = [
  ...["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym"],
  ...["Sinh", "Khmr", "Mymr", "Bali", "Java", "Mtei"],
];
/** After these marks a joiner may also end a word (Malayalam's older spelling, half forms in Hindi). */
const viramas = "\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA";
/** One joiner within a word of such a script. A second one beside it would change nothing that is seen. */
const joiner = [
  ...joinedScripts.map((name) => {
    const written = `(?=[\\p{L}\\p{M}])\\p{scx=${name}}`;
    return `(?<=${written})[\\u200C\\u200D](?=${written})`;
  }),
  `(?<=[${viramas}])[\\u200C\\u200D](?![\\u200C\\u200D])`,
  // Mongolian's vowel separator and variation selectors.
  "(?<=(?=\\p{L})\\p{scx=Mong})[\\u180B-\\u180F]",
].join("|");

const allowed = new RegExp(`${emoji.source}|(?=[\\u180B-\\u180F\\u200C\\u200D])(?:${joiner})`, "gu");

/**
 * Characters that are invisible or change how others look: control characters and line breaks, direction controls (bidi),
 * zero-width and other invisible ones, lone surrogates, private-use characters, and the blank Braille cell.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A text without characters that are invisible or change how others look, in one line: what separated words becomes a space. The
 * joiners of emoji, and of words in scripts that are written with them, stay.
 */
export const withoutUnseen = (text: string): string => {
  let [seen, from] = ["", 0];
  for (const found of text.matchAll(allowed)) {
    seen += clean(text.slice(from, found.index)) + found[0];
    from = found.index + found[0].length;
  }
  return seen + clean(text.slice(from));
};

const clean = (text: string): string => text.replace(/[\p{Zl}\p{Zp}\t\n\v\f\r\u0085]/gu, " ").replace(unseen, "");

/** Whether a text has characters that are invisible or change how others look. */
export const hasUnseen = (text: string): boolean => text.replace(allowed, "").search(unseen) >= 0;

/** Whether a text has at least one thing by which it can be told from others: a letter, a digit or an emoji. */
export const hasLetterDigitOrEmoji = (text: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(withoutUnseen(text));
