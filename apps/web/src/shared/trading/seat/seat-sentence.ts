import { type MembershipState, minEntryThresholdUnits, type TokenProfile, tokenUnits } from "@tribe/contract";
import { projectSeat } from "@tribe/domain/membership";
import { formatAmount } from "@tribe/domain/money";

/** What a trade makes of somebody's seat, in words, and as the ladder draws it. */
export interface SeatSentence {
  /** `loss`: they would be out of the chat; `gain`: they would come in. */
  readonly tone: "plain" | "gain" | "loss";
  readonly title: string;
  readonly detail: string | null;
  /** The place after the trade, 1 for who holds most. */
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
  /** Base units of the old token as text, where they are shown otherwise. */
  readonly shown?: (units: bigint) => string;
}

/** Says before a trade what it makes of the seat: 'You'd take seat 9 of 12', 'You'll lose your seat', 'You need 4 more'. */
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
  // In a full Tribe whoever comes in takes the last seat: it is what one stays above.
  const lastSeat = isFull ? (others.at(-1) ?? minEntryThresholdUnits) : minEntryThresholdUnits;
  const cut = isSeated ? lastSeat : tradeInfo.entryThresholdTokens;
  const amount = (units: bigint) => `${shown(units)} ${symbol}`;
  const base = { rank, sellable: null, ladder: ladderAfter(others, after, rank, { state, groupSize, cut }) };
  if (state === "chief") return { ...base, tone: "plain", title: "You're the Chief: you need no seat", detail: null };
  if (state === "banned")
    return { ...base, tone: "plain", title: "The Chief has blocked you from this chat", detail: null };
  if (rank === null) {
    if (isSeated)
      return {
        ...base,
        tone: "loss",
        title: "You'll lose your seat",
        detail: `${amount(after)} is ${shown(missing)} too little. You'd leave the chat right away.`,
        sellable: holding > minEntryThresholdUnits ? holding - minEntryThresholdUnits : 0n,
      };
    return { ...base, tone: "plain", title: `You need ${shown(missing)} more`, detail: `A seat takes ${amount(cut)}.` };
  }
  const spare = after > cut ? `${shown(after - cut)} above the cut of ${shown(cut)}` : "at the cut";
  const detail = `${amount(after)}, ${spare}`;
  if (!isSeated) {
    const title =
      change === null ? `Seat ${rank} of ${groupSize} can be yours` : `You'd take seat ${rank} of ${groupSize}`;
    return { ...base, tone: "gain", title, detail };
  }
  const before = change === null ? rank : (outlookAt(holding).rank ?? rank);
  const title =
    change === null
      ? `Your seat: ${rank} of ${groupSize}`
      : before === rank
        ? `You keep seat ${rank} of ${groupSize}`
        : `You'd move ${rank < before ? "up" : "down"}: seat ${before} to seat ${rank}`;
  return { ...base, tone: "plain", title, detail };
};

/** The seats as they would be: with the person in their place, or right of all without one. */
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

/** Whether no holding changes anything: the Chief is in without a seat, and whoever is blocked stays out with one. */
export const needsNoSeat = (state: MembershipState): boolean => state === "chief" || state === "banned";
