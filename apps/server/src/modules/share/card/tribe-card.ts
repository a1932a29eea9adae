import { box, type Card, drawing, image } from "./element.ts";
import { titles } from "./fonts.ts";
import { face } from "./picture.ts";
import { clamped, colours, frame } from "./style.ts";

/** The content of a Tribe's card, with amounts as text. */
export interface TribeFacts {
  readonly name: string;
  readonly symbol: string;
  readonly chief: string;
  /** A data URL; null when there is none. */
  readonly picture: string | null;
  /** `0.0412 SOL`. */
  readonly price: string;
  /** What the price is of where it is not one token: `per 1,000`, after a migration; else empty. */
  readonly per: string;
  /** Of the last day, in percent; null for a younger Tribe. */
  readonly change: number | null;
  /** Heights from 0 to 100 over the last day; empty when nobody traded. */
  readonly line: readonly number[];
  readonly members: number;
  readonly seats: number;
  /** The price of a seat now, as text; null when none can be bought. */
  readonly seatPrice: string | null;
}

const [chartWidth, chartHeight] = [470, 150];

/** The card of a Tribe: its Chief, its token's price, who is in it, and what a seat costs. */
export const tribeCard = (facts: TribeFacts): Card =>
  frame(
    box(
      { flexDirection: "column", gap: 44, width: "100%" },
      box(
        { alignItems: "center", gap: 36, width: "100%" },
        facts.picture === null ? face(facts.name, 176, "28%") : image(facts.picture, 176, 176, { borderRadius: 49 }),
        box(
          { flexDirection: "column", flexGrow: 1, flexShrink: 1, flexBasis: 0, gap: 4 },
          clamped(facts.name, 2, {
            fontFamily: titles,
            fontSize: facts.name.length > 18 ? 56 : 72,
            fontWeight: 700,
            lineHeight: 1.12,
          }),
          clamped(`${facts.symbol} · by ${facts.chief}`, 1, { color: colours.muted, fontSize: 30 }),
        ),
      ),
      box(
        { alignItems: "flex-end", justifyContent: "space-between", width: "100%" },
        box(
          { flexDirection: "column", gap: 10 },
          box({ color: colours.muted }, facts.per === "" ? "Price" : `Price ${facts.per}`),
          box({ fontFamily: titles, fontSize: 60, fontWeight: 700, lineHeight: 1 }, facts.price),
          facts.change === null ? box({ height: 36 }) : changeMark(facts.change),
        ),
        facts.line.length > 1 ? drawing(chartOf(facts.line), chartWidth, chartHeight) : box({ height: chartHeight }),
      ),
    ),
    box(
      { alignItems: "center", gap: 18 },
      ...(facts.seats > 12 ? [] : [pips(facts)]),
      box({ fontWeight: 700 }, seatWords(facts)),
    ),
  );

const changeMark = (change: number): Card =>
  box(
    { color: change < 0 ? colours.down : colours.up, fontSize: 28, fontWeight: 700, height: 36, alignItems: "center" },
    `${change < 0 ? "↓" : "↑"} ${Math.abs(change).toFixed(1)} % in a day`,
  );

const seatWords = ({ members, seats, seatPrice }: TribeFacts): string => {
  const taken = members >= seats ? `All ${seats} seats taken` : `${members} of ${seats} seats taken`;
  return seatPrice === null ? taken : `${taken} · a seat costs ${seatPrice} now`;
};

/** The seats of a small Tribe as bars, highlighted while some are free. More would be too small to see. */
const pips = ({ members, seats }: TribeFacts): Card =>
  box(
    { gap: 6 },
    ...Array.from({ length: seats }, (_, seat) =>
      box({
        width: 8,
        height: 28,
        borderRadius: 3,
        background: seat < members ? (members < seats ? colours.ember : colours.faint) : colours.line,
      }),
    ),
  );

const chartOf = (line: readonly number[]): string => {
  const points = line.map((height, index) => {
    const x = (index / (line.length - 1)) * chartWidth;
    const y = chartHeight - 6 - (height / 100) * (chartHeight - 12);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [first = 0] = line;
  const colour = (line.at(-1) ?? 0) < first ? colours.down : colours.up;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth} ${chartHeight}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}" stop-opacity="0.28"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient></defs><polygon points="0,${chartHeight} ${points.join(" ")} ${chartWidth},${chartHeight}" fill="url(#g)"/><polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/></svg>`;
};
