import { minEntryThresholdUnits, type TokenUnits, tokenUnits, tradeInputDecimals } from "@tribe/contract";
import { divideUp } from "../money/integers.ts";

/**
 * Seats of a Tribe. A seat: joined, not banned, at least 10 tokens, and among the top `groupSize`
 * of those who joined; more tokens first, then who came first. The Chief takes none and is never in these lists.
 */
export interface Member {
  /** Names the person; uid or address, as the caller likes. */
  readonly id: string;
  readonly holding: TokenUnits;
  /** Order of joining: smaller came first. Unique in a Tribe. */
  readonly joinedAt: number;
  readonly banned: boolean;
}

/** What a newcomer must hold now, both in base units. */
export interface EntryThreshold {
  /** Rounded up to the 4 decimals that can be typed. */
  readonly entryThresholdTokens: TokenUnits;
  /** Exact: a newcomer who holds at least this gets a seat. */
  readonly entryThresholdTokensForCompare: TokenUnits;
}

/** More tokens first, then who came first. */
export const compareMembers = (a: Member, b: Member): number =>
  a.holding === b.holding ? a.joinedAt - b.joinedAt : a.holding > b.holding ? -1 : 1;

/** All members in the order in which seats are given. The input is left as it is. */
export const rankMembers = <M extends Member>(members: readonly M[]): M[] => [...members].sort(compareMembers);

/** Who has a seat, best first. */
export const seatedMembers = <M extends Member>(members: readonly M[], groupSize: number): M[] =>
  rankMembers(members.filter((member) => !member.banned && member.holding >= minEntryThresholdUnits)).slice(
    0,
    groupSize,
  );

/** What a newcomer must hold: 10 tokens while a seat is free, else more than the smallest seated member. */
export const entryThreshold = (members: readonly Member[], groupSize: number): EntryThreshold => {
  const seated = seatedMembers(members, groupSize);
  const smallest = seated.length < groupSize ? undefined : seated.at(-1);
  return thresholdOf(smallest ? smallest.holding + 1n : minEntryThresholdUnits);
};

const inputStep = 10n ** BigInt(9 - tradeInputDecimals);

const thresholdOf = (exact: bigint): EntryThreshold => ({
  entryThresholdTokens: tokenUnits(divideUp(exact, inputStep) * inputStep),
  entryThresholdTokensForCompare: tokenUnits(exact),
});

/** The answer to a join. */
export type SeatDecision =
  | { readonly kind: "seated" }
  | { readonly kind: "banned" }
  | { readonly kind: "below"; readonly threshold: EntryThreshold };

/**
 * Decides a join. Somebody who joined before keeps their place in the order of coming; a newcomer comes last, and
 * above the smallest member takes that seat.
 * @param who the one who joins, with the present holding; found in `members` by id if they joined before.
 */
export const decideSeat = (
  members: readonly Member[],
  who: { readonly id: string; readonly holding: TokenUnits },
  groupSize: number,
): SeatDecision => {
  const known = members.find((member) => member.id === who.id);
  if (known?.banned) return { kind: "banned" };
  const others = members.filter((member) => member.id !== who.id);
  const threshold = thresholdToReturn(others, known?.joinedAt ?? Number.POSITIVE_INFINITY, groupSize);
  const needed = threshold.entryThresholdTokensForCompare;
  if (who.holding < needed) return { kind: "below", threshold };
  return { kind: "seated" };
};

/**
 * What somebody needs to have a seat among `others`: as a newcomer, but who came before the smallest seated member
 * needs only as much as that one.
 * @param joinedAt their place in the order of coming; `Infinity` for a newcomer.
 */
export const thresholdToReturn = (others: readonly Member[], joinedAt: number, groupSize: number): EntryThreshold => {
  const seated = seatedMembers(others, groupSize);
  const smallest = seated.length < groupSize ? undefined : seated.at(-1);
  if (!smallest) return thresholdOf(minEntryThresholdUnits);
  return thresholdOf(joinedAt < smallest.joinedAt ? smallest.holding : smallest.holding + 1n);
};

/** Who loses and who gets a seat; best first. */
export interface SeatChanges<M extends Member> {
  readonly booted: readonly M[];
  readonly restored: readonly M[];
}

/**
 * Compares who sits with who should, for example after a sale, a block, a join or a smaller group.
 * @param members everybody who ever joined, as they are now.
 * @param sits who has a seat until now.
 */
export const seatChanges = <M extends Member>(
  members: readonly M[],
  sits: (member: M) => boolean,
  groupSize: number,
): SeatChanges<M> => {
  const seated = new Set(seatedMembers(members, groupSize));
  return {
    booted: rankMembers(members).filter((member) => sits(member) && !seated.has(member)),
    restored: [...seated].filter((member) => !sits(member)),
  };
};
