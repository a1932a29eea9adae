import { box, type Card, drawing } from "./element.ts";
import { titles, words } from "./fonts.ts";

/** The size that X and Farcaster show large without cropping. */
export const cardSize = { width: 1_200, height: 630 } as const;

/** The dark colours of `packages/ui/src/tokens.css` as sRGB, because satori reads no OKLCH. */
export const colours = {
  bg: "#100d0a",
  surface: "#191512",
  raised: "#241f1a",
  line: "#322b26",
  text: "#f6f2ec",
  muted: "#b4aba1",
  faint: "#968c82",
  ember: "#ff8a3d",
  up: "#5fd39a",
  down: "#ff8a85",
} as const;

const flame =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="9 4 14 21"><path d="M16 5c1 4 6 6.5 6 12.5a6 6 0 0 1-12 0c0-2.5 1-4 2.2-5.3.3 1.7 1 2.6 2 3C13.8 11.5 14.5 8 16 5z" fill="#ff8a3d"/></svg>';

const wordmark = (): Card =>
  box(
    { alignItems: "center", gap: 12, fontFamily: titles, fontSize: 36, fontWeight: 700 },
    drawing(flame, 26, 39),
    "Tribe",
  );

/** The frame of every card: firelight from below, the content, and below it whose picture this is. */
export const frame = (content: Card, foot: Card): Card =>
  box(
    {
      ...cardSize,
      boxSizing: "border-box",
      flexDirection: "column",
      justifyContent: "space-between",
      padding: "56px 64px 48px",
      background: colours.bg,
      backgroundImage: "radial-gradient(circle at 78% 108%, #6b3312 0%, #2c190d 34%, #100d0a 70%)",
      color: colours.text,
      fontFamily: words,
      fontSize: 28,
      fontWeight: 500,
    },
    content,
    box({ alignItems: "center", justifyContent: "space-between", width: "100%" }, foot, wordmark()),
  );

/** Text that is cut with an ellipsis after some lines. */
export const clamped = (text: string, lines: number, style: Parameters<typeof box>[0]): Card =>
  box({ ...style, display: "block", lineClamp: lines, wordBreak: "break-word" }, text);
