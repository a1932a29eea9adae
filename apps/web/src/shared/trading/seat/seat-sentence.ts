import { minEntryThresholdUnits, type TokenProfile, tokenUnits } from "@tribe/contract";
import {
  isAtRisk,
  type KnownSeats,
  needsNoSeat,
  projectSeat,
  type SaferSeat,
  type SeatProjection,
  saferSeat,
} from "@tribe/domain/membership";
import { amountsOf, inputStepUp, typedFormat } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { seatTexts } from "@tribe/domain/words";

/** A trade's effect on a seat, in words and for the ladder. */
export interface SeatSentence {
  /** `loss`: they would leave the chat; `gain`: they would enter it. */
  readonly tone: "plain" | "gain" | "loss";
  readonly title: string;
  readonly detail: string | null;
  /** Who waits for the seat, or can take it back, and how much that takes; null while nobody can. */
  readonly rival: { readonly words: string; readonly isNear: boolean } | null;
  /** The rank after the trade, 1 for the largest holder. */
  readonly rank: number | null;
  /** Base units that can be sold without losing the seat; null unless the seat would be lost. */
  readonly sellable: bigint | null;
  /** What to buy instead, so that the next purchase doesn't take the seat; null where it is safe, and for a sale. */
  readonly safer: SaferSeat | null;
  readonly ladder: {
    readonly holdings: readonly bigint[];
    readonly seats: number;
    readonly own: number | null;
    readonly outside: bigint | null;
    readonly cut: bigint;
  };
}

type Tribe = KnownSeats & Pick<TokenProfile, "symbol" | "newMint" | "conversionRate">;

export interface SeatSentenceInput {
  readonly token: Tribe;
  /** Base units that count for a seat. */
  readonly holding: bigint;
  /** Base units bought, negative when sold; null without a quote. */
  readonly change: bigint | null;
}

/** The effect of a trade on the seat: 'You'd take seat 9 of 12', 'You'll lose your seat', 'You need 4 more'. */
export const seatSentence = ({ token, holding, change }: SeatSentenceInput): SeatSentence => {
  const { subscribeState: state, groupSize, seatHoldings: holdings } = token;
  const isSeated = state === "active";
  const after = holding + (change ?? 0n) > 0n ? holding + (change ?? 0n) : 0n;
  const outlookAt = (units: bigint) => projectSeat(token, tokenUnits(holding), tokenUnits(units));
  const outlook = outlookAt(after);
  const { rank, missing, needed, rival } = outlook;
  const cut = cutOf(token, outlook);
  const ladder = ladderAfter(token, outlook, after, cut);
  const base = { tone: "plain", detail: null, rival: null, rank, sellable: null, safer: null, ladder } as const;
  if (needsNoSeat(state))
    return {
      ...base,
      title: state === "chief" ? seatTexts.chief : seatTexts.blocked,
      ladder: { ...ladder, holdings, own: null, outside: null },
    };
  const written = amountsOf(token);
  // An amount reads the same on a button and in the sentence below it.
  const plain = (units: bigint, up = false) => written.plain(units, { ...typedFormat, up });
  const named = (units: bigint, up = false) => written.named(units, { ...typedFormat, up });
  const name = rival?.displayName ? isolated(rival.displayName) : null;
  const held = named(after);
  /** Who stands at the seat's edge, in yellow while they need little, with what keeps them further away. */
  const edgeOf = (words: string, theirs: bigint) => ({
    rival: { words, isNear: isAtRisk(after, theirs) },
    safer: change !== null && change < 0n ? null : saferSeat(token, tokenUnits(holding), tokenUnits(after)),
  });
  if (rank === null && isSeated) {
    const sellable = holding > needed ? holding - needed : 0n;
    return {
      ...base,
      tone: "loss",
      title: seatTexts.lost,
      detail: seatTexts.lostTo(held),
      rival: rival && { words: seatTexts.spareNow(name, named(rival.holding), named(sellable)), isNear: false },
      sellable,
    };
  }
  if (rank === null)
    return { ...base, title: seatTexts.short(plain(missing, true)), detail: seatTexts.shortDetail(named(cut)) };
  const detail = after > cut ? seatTexts.aboveCut(held, plain(after - cut), plain(cut)) : seatTexts.atCut(held);
  if (!isSeated) {
    const title = change === null ? seatTexts.open(rank, groupSize) : seatTexts.taken(rank, groupSize);
    // Only the last seat can be taken back from its new owner.
    const back = rank === groupSize ? (rival?.missing ?? null) : null;
    const words = back === null ? null : seatTexts.takenBack(name, named(back, true));
    if (!words || !rival) return { ...base, tone: "gain", title, detail };
    return { ...base, tone: "gain", title, detail, ...edgeOf(words, rival.holding) };
  }
  const before = change === null ? rank : (outlookAt(holding).rank ?? rank);
  const title =
    change === null
      ? seatTexts.yours(rank, groupSize)
      : before === rank
        ? seatTexts.kept(rank, groupSize)
        : seatTexts.moved(before, rank);
  if (!rival) return { ...base, title, detail };
  const spare = change === null ? seatTexts.spareNow : seatTexts.spareThen;
  return {
    ...base,
    title,
    detail: held,
    ...edgeOf(spare(name, named(rival.holding), named(after - needed)), rival.holding),
  };
};

/** The line that a holding must reach: the holding of whoever waits for a member's seat; for anybody else what a seat takes. */
const cutOf = (token: Tribe, { needed, rival, seated, rank }: SeatProjection): bigint => {
  if (token.subscribeState !== "active") return inputStepUp(needed);
  if (rival) return rival.holding;
  // In a full Tribe a newcomer takes the last seat: one must stay above it.
  const last = seated.filter((_, index) => index + 1 !== rank).at(-1);
  return token.seatHoldings.length < token.groupSize || !last ? minEntryThresholdUnits : last;
};

/** The seats after the trade: with the person in their place, or on the far right without one. */
const ladderAfter = (
  { subscribeState, groupSize }: Tribe,
  { rank, seated, rival }: SeatProjection,
  after: bigint,
  cut: bigint,
): SeatSentence["ladder"] => {
  const isSeated = subscribeState === "active";
  const without = !isSeated && after === 0n ? null : after;
  // Whose seat is taken falls out.
  const fallen = isSeated ? null : (rival?.holding ?? null);
  return { holdings: seated, seats: groupSize, own: rank && rank - 1, outside: rank ? fallen : without, cut };
};
