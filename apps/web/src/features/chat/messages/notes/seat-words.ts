import { type SeatNote, type TokenUnits, type Uid, unitsPerToken } from "@tribe/contract";

/** The changes of seats at one time. */
export interface SeatMoment {
  readonly at: number;
  readonly taken: readonly SeatNote[];
  readonly lost: readonly SeatNote[];
}

/** Groups notes by time, because changes with the same cause have the same time. */
export const seatMoments = (notes: readonly SeatNote[]): readonly SeatMoment[] => {
  const times = [...new Set(notes.map(({ at }) => at))];
  return times.map((time) => {
    const all = notes.filter(({ at }) => at === time);
    return {
      at: time,
      taken: all.filter(({ state }) => state === "active"),
      lost: all.filter(({ state }) => state !== "active"),
    };
  });
};

/** A part of a sentence. */
export interface Piece {
  readonly text: string;
  readonly isName: boolean;
}

/** More people than this are counted instead of named. */
const maxNamed = 2;

const named = (people: readonly SeatNote[], me: Uid | null): readonly Piece[] => {
  const shown = people.slice(0, people.length > maxNamed ? 1 : maxNamed);
  const rest = people.length - shown.length;
  return [
    ...shown.flatMap(({ person }, index): Piece[] => [
      ...(index > 0 ? [{ text: " and ", isName: false }] : []),
      { text: person.uid === me ? "You" : person.displayName, isName: true },
    ]),
    ...(rest > 0 ? [{ text: ` and ${rest} others`, isName: false }] : []),
  ];
};

/**
 * The sentence for one time: who took a seat, and who lost theirs by how much.
 * @param written formats an amount with the token's symbol
 */
export const seatWords = (
  { taken, lost }: SeatMoment,
  me: Uid | null,
  written: (amount: TokenUnits) => string,
): readonly Piece[] => {
  const said = (text: string): Piece => ({ text, isName: false });
  const [one] = taken;
  const [out] = lost;
  const isAlone = lost.length === 1;
  const isPlural = lost.length > 1 || out?.person.uid === me;
  const verb = isPlural ? "are" : "is";
  const short = out?.missing ?? 0n;
  return [
    ...named(taken, me),
    ...(taken.length === 0
      ? []
      : [said(taken.length === 1 && one?.seat ? ` took seat ${one.seat}. ` : " took seats. ")]),
    ...named(lost, me),
    ...(!out
      ? []
      : isAlone && out.state === "banned"
        ? [said(isPlural ? " were blocked." : " was blocked.")]
        : isAlone && short >= unitsPerToken / 100n && out.missing !== null
          ? [said(` ${verb} out, ${written(out.missing)} short.`)]
          : [said(` ${verb} out.`)]),
  ];
};
