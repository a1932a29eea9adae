import {
  type Address,
  minEntryThresholdUnits,
  type SeatLoss,
  type TokenUnits,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import {
  type EntryThreshold,
  entryThreshold,
  type Member,
  seatedMembers as rankedSeats,
  thresholdToReturn,
} from "@tribe/domain/membership";
import type { seats } from "../schema.ts";

/** Somebody who joined, with their holding in the index. */
export interface JoinedMember extends Member {
  readonly id: Uid;
  readonly address: Address;
  readonly isSeated: boolean;
}

/** {@link JoinedMember} with their membership now, which may be `banned`. */
export interface Contender extends JoinedMember {
  readonly state: (typeof seats.$inferSelect)["state"];
}

/**
 * What somebody must hold to get a seat among these: for who lost one, what brings it back; for anybody else, what a newcomer
 * needs. Rounded up for display, exact for the comparison.
 */
export const thresholdFor = (joined: readonly JoinedMember[], uid: Uid | null, groupSize: number): EntryThreshold => {
  const own = joined.find((member) => member.id === uid);
  if (!own || own.isSeated) return entryThreshold(joined, groupSize);
  return thresholdToReturn(
    joined.filter((member) => member !== own),
    own.joinedAt,
    groupSize,
  );
};

/** Whether a holding is too small for any seat, even a free one. */
export const isBelowThreshold = ({ holding }: Pick<JoinedMember, "holding">): boolean =>
  holding < minEntryThresholdUnits;

/** Why a seat was lost and what brings it back. */
export const lossOf = (member: Pick<JoinedMember, "holding">, threshold: EntryThreshold): SeatLossByHolding => ({
  code: isBelowThreshold(member) ? "seat.below_minimum" : "seat.outranked",
  tokensToReturn: tokenUnits(threshold.entryThresholdTokensForCompare),
});

type SeatLossByHolding = Exclude<SeatLoss, { readonly code: "seat.blocked" }>;

/**
 * The seat that somebody would still have with what they held before, which they have sold or moved themselves; null if others
 * took it from them.
 * @param joined everybody as they are now
 */
export const gaveUpSeat = (
  joined: readonly JoinedMember[],
  member: JoinedMember,
  before: TokenUnits,
  groupSize: number,
): { readonly seat: number } | null => {
  if (before <= member.holding) return null;
  const past = { ...member, holding: before };
  const place = rankedSeats([...joined.filter(({ id }) => id !== member.id), past], groupSize).indexOf(past);
  return place < 0 ? null : { seat: place + 1 };
};
