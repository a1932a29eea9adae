import { minEntryThresholdUnits, type TokenUnits, tokenUnits, tradeInputDecimals } from "@tribe/contract";
import { divideUp } from "../money/integers.ts";

/**
 * Seats of a Tribe. A seat needs: joined, not banned, at least 10 tokens, and a place among the top `groupSize` of those who
 * joined; more tokens first, then the earlier joiner. The Chief takes no seat and is never in these lists.
 */
export interface Member {
  /** The person's uid or address, as the caller chooses. */
  readonly id: string;
  readonly holding: TokenUnits;
  /** Order of joining: smaller joined earlier. Unique in a Tribe. */
  readonly joinedAt: number;
  readonly banned: boolean;
}

/** The holding that a newcomer needs now, both in base units. */
export interface EntryThreshold {
  /** Rounded up to the 4 decimals that can be typed. */
  readonly entryThresholdTokens: TokenUnits;
  /** Exact: a newcomer who holds at least this gets a seat. */
  readonly entryThresholdTokensForCompare: TokenUnits;
}

/** More tokens first, then the earlier joiner. */
export const compareMembers = (a: Member, b: Member): number =>
  a.holding === b.holding ? a.joinedAt - b.joinedAt : a.holding > b.holding ? -1 : 1;

/** All members in the order in which seats are given. Does not change the input. */
export const rankMembers = <M extends Member>(members: readonly M[]): M[] => [...members].sort(compareMembers);

/** The members with a seat, best first. */
export const seatedMembers = <M extends Member>(members: readonly M[], groupSize: number): M[] =>
  rankMembers(members.filter((member) => !member.banned && member.holding >= minEntryThresholdUnits)).slice(
    0,
    groupSize,
  );

/**
 * The one of these who decides whether somebody else has a seat: the best for whom none is left if that person has one. For a
 * newcomer that is the last seated member, for a seated member whoever waits outside. Null while there is a seat for everybody.
 * @param others everybody else who joined, seated or not
 */
export const rivalOf = <M extends Member>(others: readonly M[], groupSize: number): M | null =>
  seatedMembers(others, groupSize)[groupSize - 1] ?? null;

/** The holding that a newcomer needs: 10 tokens while a seat is free, else more than the smallest seated member. */
export const entryThreshold = (members: readonly Member[], groupSize: number): EntryThreshold =>
  thresholdToReturn(members, Number.POSITIVE_INFINITY, groupSize);

const inputStep = 10n ** BigInt(9 - tradeInputDecimals);

const thresholdOf = (exact: bigint): EntryThreshold => ({
  entryThresholdTokens: tokenUnits(divideUp(exact, inputStep) * inputStep),
  entryThresholdTokensForCompare: tokenUnits(exact),
});

/** Result of a join. */
export type SeatDecision =
  | { readonly kind: "seated" }
  | { readonly kind: "banned" }
  | { readonly kind: "below"; readonly threshold: EntryThreshold };

/**
 * Decides a join. A person who joined before keeps their place in the order of joining; a newcomer comes last, and takes the
 * smallest member's seat with a larger holding.
 * @param who the joining person with their current holding; found in `members` by id if they joined before
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
 * The holding that a person needs to have a seat among `others`, or to keep theirs: more than their rival, or as much if they
 * joined before.
 * @param others everybody else who joined, seated or not
 * @param joinedAt their place in the order of joining; `Infinity` for a newcomer
 */
export const thresholdToReturn = (others: readonly Member[], joinedAt: number, groupSize: number): EntryThreshold => {
  const rival = rivalOf(others, groupSize);
  if (!rival) return thresholdOf(minEntryThresholdUnits);
  return thresholdOf(joinedAt < rival.joinedAt ? rival.holding : rival.holding + 1n);
};

/** The people who lose and who get a seat; best first. */
export interface SeatChanges<M extends Member> {
  readonly booted: readonly M[];
  readonly restored: readonly M[];
}

/**
 * Compares the current seats with those by the rules, for example after a sale, a block, a join or a smaller group.
 * @param members everybody who ever joined, as they are now
 * @param sits the ids of those who have a seat until now
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
