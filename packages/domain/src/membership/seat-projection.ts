import { type TokenProfile, type TokenUnits, tokenUnits } from "@tribe/contract";
import { max } from "../money/integers.ts";
import { type Member, rivalOf, seatedMembers, thresholdToReturn } from "./membership.ts";

/** The profile's part that says who sits and who waits. */
export type KnownSeats = Pick<TokenProfile, "seatHoldings" | "seating" | "groupSize" | "subscribeState">;

/** Who decides whether a person has a seat: who waits for theirs, or whose seat they would take. */
export interface Rival {
  /** Null if an older server did not say who it is. */
  readonly displayName: string | null;
  readonly holding: TokenUnits;
  /** Base units that bring them back when the person holds what they would after the trade; null if they have a seat then. */
  readonly missing: TokenUnits | null;
}

/** A person's seat after a trade: what the server's own rules give, as far as the page knows the others. */
export interface SeatProjection {
  /** Rank after the trade, 1 for the largest holding; null when the holding is not enough for a seat. */
  readonly rank: number | null;
  /** The holding that a seat takes, or that keeps one: exact base units. */
  readonly needed: TokenUnits;
  /** Base units that are still missing; 0 with a rank. */
  readonly missing: TokenUnits;
  /** Holdings of the seated members after the trade, the person among them if they have a seat; the largest first. */
  readonly seated: readonly TokenUnits[];
  /** Null while there is a seat for everybody. */
  readonly rival: Rival | null;
}

/**
 * Computes a person's seat after a trade, by the ranking that the server applies. From an older server, who waits and in which
 * order people joined are unknown: then equal holdings count as earlier.
 * @param holding the person's holding now: base units, old and new tokens together
 * @param after the same after the trade
 */
export const projectSeat = (token: KnownSeats, holding: TokenUnits, after: TokenUnits): SeatProjection => {
  const { groupSize, seating } = token;
  const others = othersOf(token, holding);
  const own: Member = {
    id: "own",
    holding: after,
    joinedAt: seating?.own ?? Number.POSITIVE_INFINITY,
    banned: token.subscribeState === "banned",
  };
  const needed = tokenUnits(thresholdToReturn(others, own.joinedAt, groupSize).entryThresholdTokensForCompare);
  const all = seatedMembers([...others, own], groupSize);
  const place = all.indexOf(own);
  const rival = rivalOf(others, groupSize);
  return {
    rank: place < 0 ? null : place + 1,
    needed,
    missing: tokenUnits(max(needed - after, 0n)),
    seated: all.map((member) => member.holding),
    rival: rival && {
      displayName: seating?.rival?.displayName ?? null,
      holding: rival.holding,
      missing: place < 0 ? null : missingOf(rival, own, others, groupSize),
    },
  };
};

/** What somebody without a seat needs when another person has one. */
const missingOf = (rival: Member, own: Member, others: readonly Member[], groupSize: number): TokenUnits => {
  const rest = [...others.filter((member) => member !== rival), own];
  const { entryThresholdTokensForCompare } = thresholdToReturn(rest, rival.joinedAt, groupSize);
  return tokenUnits(max(entryThresholdTokensForCompare - rival.holding, 0n));
};

/** Everybody else who matters: the seated members, and the rival if they wait outside. */
const othersOf = (token: KnownSeats, holding: TokenUnits): readonly Member[] => {
  const { seatHoldings, seating, subscribeState } = token;
  const member = (units: TokenUnits, joinedAt: number): Member => ({
    id: `${joinedAt}`,
    holding: units,
    joinedAt,
    banned: false,
  });
  const seated = seatHoldings.map((units, index) => member(units, seating?.joinOrders[index] ?? -1));
  if (!seating) {
    // The index may be behind the chain: the first who does not hold more is taken for the person.
    const mine = subscribeState === "active" ? seatHoldings.findIndex((units) => units <= holding) : -1;
    return seated.filter((_, index) => index !== mine);
  }
  const { own, rival, joinOrders } = seating;
  const others = seated.filter(({ joinedAt }) => joinedAt !== own);
  return rival && !joinOrders.includes(rival.joinOrder) ? [...others, member(rival.holding, rival.joinOrder)] : others;
};
