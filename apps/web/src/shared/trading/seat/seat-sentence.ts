import { type MembershipState, minEntryThresholdUnits, type TokenProfile, tokenUnits } from "@tribe/contract";
import { needsNoSeat, projectSeat } from "@tribe/domain/membership";
import { formatAmount } from "@tribe/domain/money";
import { seatTexts } from "@tribe/domain/words";

/** A trade's effect on a seat, in words and for the ladder. */
export interface SeatSentence {
  /** `loss`: they would leave the chat; `gain`: they would enter it. */
  readonly tone: "plain" | "gain" | "loss";
  readonly title: string;
  readonly detail: string | null;
  /** The rank after the trade, 1 for the largest holder. */
  readonly rank: number | null;
  /** Base units that can be sold without losing the seat; null unless the seat would be lost. */
  readonly sellable: bigint | null;
  readonly ladder: {
    readonly holdings: readonly bigint[];
    readonly seats: number;
    readonly own: number | null;
    readonly outside: bigint | null;
    readonly cut: bigint;
  };
}

export interface SeatSentenceInput {
  readonly token: Pick<TokenProfile, "subscribeState" | "groupSize" | "tradeInfo" | "seatHoldings" | "symbol">;
  /** Base units that count for a seat. */
  readonly holding: bigint;
  /** Base units bought, negative when sold; null without a quote. */
  readonly change: bigint | null;
  /** Formats base units of the old token if they are shown in another unit. */
  readonly shown?: (units: bigint) => string;
}

/** The effect of a trade on the seat: 'You'd take seat 9 of 12', 'You'll lose your seat', 'You need 4 more'. */
export const seatSentence = ({ token, holding, change, shown = formatAmount }: SeatSentenceInput): SeatSentence => {
  const { subscribeState: state, groupSize, seatHoldings, symbol, tradeInfo } = token;
  const isSeated = state === "active";
  const after = holding + (change ?? 0n) > 0n ? holding + (change ?? 0n) : 0n;
  const outlookAt = (units: bigint) =>
    projectSeat({
      seatHoldings,
      groupSize,
      isSeated,
      holding: tokenUnits(holding),
      after: tokenUnits(units),
      threshold: tradeInfo.entryThresholdTokensForCompare,
    });
  const { rank, missing, others } = outlookAt(after);
  const isFull = seatHoldings.length >= groupSize;
  // In a full Tribe a newcomer takes the last seat: one must stay above it.
  const lastSeat = isFull ? (others.at(-1) ?? minEntryThresholdUnits) : minEntryThresholdUnits;
  const cut = isSeated ? lastSeat : tradeInfo.entryThresholdTokens;
  const amount = (units: bigint) => `${shown(units)} ${symbol}`;
  const base = { rank, sellable: null, ladder: ladderAfter(others, after, rank, { state, groupSize, cut }) };
  if (state === "chief") return { ...base, tone: "plain", title: seatTexts.chief, detail: null };
  if (state === "banned") return { ...base, tone: "plain", title: seatTexts.blocked, detail: null };
  if (rank === null) {
    if (isSeated)
      return {
        ...base,
        tone: "loss",
        title: seatTexts.lost,
        detail: seatTexts.lostDetail(amount(after), shown(missing)),
        sellable: holding > minEntryThresholdUnits ? holding - minEntryThresholdUnits : 0n,
      };
    return {
      ...base,
      tone: "plain",
      title: seatTexts.short(shown(missing)),
      detail: seatTexts.shortDetail(amount(cut)),
    };
  }
  const held = amount(after);
  const detail = after > cut ? seatTexts.aboveCut(held, shown(after - cut), shown(cut)) : seatTexts.atCut(held);
  if (!isSeated) {
    const title = change === null ? seatTexts.open(rank, groupSize) : seatTexts.taken(rank, groupSize);
    return { ...base, tone: "gain", title, detail };
  }
  const before = change === null ? rank : (outlookAt(holding).rank ?? rank);
  const title =
    change === null
      ? seatTexts.yours(rank, groupSize)
      : before === rank
        ? seatTexts.kept(rank, groupSize)
        : seatTexts.moved(before, rank);
  return { ...base, tone: "plain", title, detail };
};

/** The seats after the trade: with the person in their place, or on the far right without one. */
const ladderAfter = (
  others: readonly bigint[],
  after: bigint,
  rank: number | null,
  { state, groupSize, cut }: { readonly state: MembershipState; readonly groupSize: number; readonly cut: bigint },
): SeatSentence["ladder"] => {
  const standsOutside = needsNoSeat(state);
  if (rank === null || standsOutside) {
    const outside = standsOutside || (state !== "active" && after === 0n) ? null : after;
    return { holdings: others, seats: groupSize, own: null, outside, cut };
  }
  const seated = [...others.slice(0, rank - 1), after, ...others.slice(rank - 1)];
  const [fallen = null] = seated.slice(groupSize);
  return { holdings: seated.slice(0, groupSize), seats: groupSize, own: rank - 1, outside: fallen, cut };
};
