import { box, type Card, image } from "./element.ts";
import { face } from "./picture.ts";
import { clamped, colours, frame } from "./style.ts";

/** The content of a message's card. */
export interface MessageFacts {
  readonly text: string;
  readonly author: string;
  /** Data URLs; null when there is none. */
  readonly authorPicture: string | null;
  readonly picture: string | null;
  readonly tribe: string;
  /** `22 Nov 2026`. */
  readonly day: string;
}

/** Font size and number of lines by the length of the text. */
const sizes = [
  { characters: 90, fontSize: 60, lines: 5 },
  { characters: 220, fontSize: 44, lines: 7 },
  { characters: Number.POSITIVE_INFINITY, fontSize: 34, lines: 9 },
] as const;

/** The card of a message that its author shares: the text, the author, and the Tribe. */
export const messageCard = (facts: MessageFacts): Card => {
  const size = sizes.find(({ characters }) => facts.text.length <= characters) ?? sizes[2];
  return frame(
    box(
      { gap: 44, width: "100%", height: 430, alignItems: "center" },
      box(
        { flexDirection: "column", flexGrow: 1, flexShrink: 1, flexBasis: 0 },
        facts.text === ""
          ? box({})
          : clamped(facts.text, facts.picture === null ? size.lines : size.lines - 1, {
              fontSize: facts.picture === null ? size.fontSize : size.fontSize * 0.8,
              lineHeight: 1.3,
              whiteSpace: "pre-wrap",
            }),
      ),
      facts.picture === null
        ? box({})
        : image(facts.picture, 430, 430, { borderRadius: 24, marginLeft: facts.text === "" ? -44 : 0 }),
    ),
    box(
      { alignItems: "center", gap: 20 },
      facts.authorPicture === null
        ? face(facts.author, 64, "50%")
        : image(facts.authorPicture, 64, 64, { borderRadius: 32 }),
      box(
        { flexDirection: "column", maxWidth: 760 },
        clamped(facts.author, 1, { fontSize: 30, fontWeight: 700 }),
        clamped(`in ${facts.tribe} · ${facts.day}`, 1, { fontSize: 24, color: colours.muted }),
      ),
    ),
  );
};
