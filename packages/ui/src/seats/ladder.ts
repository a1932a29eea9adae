/** One bar of a ladder; `height` is 0 to 1 of the highest bar. */
export interface LadderBar {
  readonly kind: "seat" | "you" | "free" | "out";
  readonly height: number;
}

export interface LadderInput {
  /** Holdings of the seated members, the largest first. */
  readonly holdings: readonly bigint[];
  /** How many seats there are. */
  readonly seats: number;
  /** Index in `holdings` of the person's own; null for none. */
  readonly own: number | null;
  /** The holding of a person who has no seat, or would lose it: drawn right of the others. */
  readonly outside: bigint | null;
  /** The holding that a seat takes. */
  readonly cut: bigint;
}

export interface Ladder {
  readonly bars: readonly LadderBar[];
  /** Height of the line at the cut, 0 to 1. */
  readonly cut: number;
}

/** Flattens the differences, so that small holdings are visible beside large ones. */
const flattening = 0.7;
/** Every holding is drawn at least this high. */
const minHeight = 0.06;

/** The seats of a Tribe as bars by holding, with the line at what a seat takes. */
export const ladderOf = ({ holdings, seats, own, outside, cut }: LadderInput): Ladder => {
  const highest = [...holdings, outside ?? 0n, cut].reduce((max, holding) => (holding > max ? holding : max), 1n);
  // A ten-thousandth is finer than a pixel.
  const heightOf = (holding: bigint) =>
    Math.max((Number((holding * 10_000n) / highest) / 10_000) ** flattening, minHeight);
  const taken = holdings
    .slice(0, seats)
    .map((holding, index): LadderBar => ({ kind: index === own ? "you" : "seat", height: heightOf(holding) }));
  const free = Array.from(
    { length: Math.max(seats - taken.length, 0) },
    (): LadderBar => ({ kind: "free", height: heightOf(cut) }),
  );
  const out: readonly LadderBar[] = outside === null ? [] : [{ kind: "out", height: heightOf(outside) }];
  return { bars: [...taken, ...free, ...out], cut: heightOf(cut) };
};

/** With more bars than this, only the first, the last and the person's own are numbered: more would overlap. */
const maxNumbers = 13;

/** The text below each bar: its seat's number, "–" for a person outside; empty where it would run into another. */
export const numbersOf = (bars: readonly LadderBar[]): readonly string[] => {
  const isDense = bars.length > maxNumbers;
  const isOwn = (index: number) => bars[index]?.kind === "you" || bars[index]?.kind === "out";
  const room = Math.ceil(bars.length / maxNumbers);
  const last = bars.findLastIndex(({ kind }) => kind !== "out");
  return bars.map(({ kind }, index) => {
    const isEnd = index === 0 || index === last;
    const isCrowded = bars.some((_, other) => other !== index && isOwn(other) && Math.abs(other - index) < room);
    if (isDense && kind !== "you" && (isCrowded || !(isEnd || isOwn(index)))) return "";
    return kind === "out" ? "–" : `${index + 1}`;
  });
};
