import type { TokenProfile } from "@tribe/contract";
import { needsNoSeat, type SaferSeat } from "@tribe/domain/membership";
import { amountsOf, capAmountInput, formatCost, neededFormat, typedFormat } from "@tribe/domain/money";
import { impactLevel } from "@tribe/domain/trading";
import { seatTexts } from "@tribe/domain/words";
import { useCallback, useEffect, useEffectEvent } from "react";
import type { DialogToken, TradeDirection } from "../../dialogs/names.ts";
import { flow } from "../../flow/flow-store.ts";
import { mayOrder, openJoin } from "../../flow/openers.ts";
import { type Store, useStore } from "../../state/store.ts";
import { tradeUnit } from "../amount/trade-unit.ts";
import { slippage } from "../costs/slippage.ts";
import { seatSentence } from "../seat/seat-sentence.ts";
import type { TradeDraft } from "./trade-draft.ts";
import type { TradeFacts, TradeVenue } from "./venue.ts";

export interface TradeFormInput {
  readonly token: DialogToken;
  readonly direction: TradeDirection;
  readonly draft: Store<TradeDraft>;
  readonly facts: TradeFacts;
  /** Called when another dialog or page replaces the form. */
  readonly onLeave: () => void;
  /** Called when the order has gone to the wallet. */
  readonly onHandedOver?: (() => void) | undefined;
}

/** The typed amount, its quote, its effect on the seat, and what the form's buttons do. Functions for memoised parts are stable. */
export const useTradeForm = (
  venue: TradeVenue,
  { token, direction, draft, facts, onLeave, onHandedOver }: TradeFormInput,
) => {
  const { amountText, wantsSol, hasMoved, isPressed } = useStore(draft);
  const slippageBps = useStore(slippage);
  const inSol = wantsSol && direction === "buy";
  const most = venue.mostTyped[direction];

  const write = useCallback(
    (text: string) => {
      const capped = most === null ? text : capAmountInput(text, most);
      draft.set((now) => ({ ...now, amountText: capped, hasMoved: false, wantsEntry: false, isPressed: false }));
    },
    [draft, most],
  );
  const turnUnit = useCallback(() => {
    tradeUnit.choose(!draft.get().wantsSol);
    draft.set((now) => ({ ...now, wantsSol: !now.wantsSol, wantsEntry: false }));
  }, [draft]);
  const isPool = venue.kind === "pool";
  const pickEntry = useCallback(
    // The curve's offer is in tokens.
    (text: string) =>
      draft.set({
        ...{ amountText: text, wantsSol: isPool, hasMoved: false },
        ...{ wantsEntry: false, wantsSpare: null, isPressed: false },
      }),
    [draft, isPool],
  );
  const join = useCallback(() => {
    onLeave();
    openJoin(token);
  }, [onLeave, token]);
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    onLeave();
    flow.start({
      kind: "trade",
      mint: token.mint,
      direction,
      amountText,
      // Also marks the amount as one for the pool: on the curve the same text could mean another amount.
      inSol: isPool || inSol,
      wantsEntry: false,
      wantsSpare: null,
      stage,
      lamportsRequired,
    });
  };

  const quote = venue.useQuote({
    token,
    direction,
    amountText,
    inSol,
    slippageBps,
    facts,
    write,
    deposit: (lamportsRequired) => leaveFor("open", lamportsRequired),
  });
  const submit = () => {
    if (!quote.send || !mayOrder(direction, facts.user, () => leaveFor("submit", null))) return;
    if (quote.send()) onHandedOver?.();
  };

  // The first press of Next does what it says, also when signing in, an account or SOL had to come first.
  const isKnown = facts.isFresh && facts.balance !== null && facts.tradable !== null;
  const isQuoted = isPressed && isKnown && (quote.send !== null || quote.wrong !== null);
  const goOn = useEffectEvent(() => {
    draft.set((now) => ({ ...now, isPressed: false }));
    // What it would cost now deserves another look.
    if (impactLevel(quote.impactBps) !== "extreme") submit();
  });
  useEffect(() => {
    if (isQuoted) goOn();
  }, [isQuoted]);

  const { profile, tradable, seatHolding } = facts;
  const counted = seatHolding ?? (profile && needsNoSeat(profile.subscribeState) ? 0n : null);
  const seat =
    profile && counted !== null ? seatSentence({ token: profile, holding: counted, change: quote.change }) : null;
  const sellable = (seat?.sellable ?? 0n) * (facts.unitsPerSeatUnit ?? 0n);
  // Tokens in other accounts count for the seat but can't be sold.
  const stays = venue.written.cut(tradable && sellable > tradable.units ? tradable.units : sellable);
  const stay = stays === "0" ? null : { amount: `${stays} ${token.symbol}`, act: () => write(stays) };

  const safer =
    direction === "buy" && profile && seat?.safer
      ? saferChoice(venue, profile, seat.safer, quote.cost, slippageBps)
      : null;

  return {
    amountText,
    inSol,
    hasMoved,
    quote,
    seat,
    stay,
    safer: safer && { label: safer.label, act: () => pickEntry(safer.amountText) },
    write,
    turnUnit,
    pickEntry,
    join,
    submit,
  };
};

/** "+ 3 LEN (0.03 SOL): seat 11, 3 to spare", and what to type for it; null where so much can't be bought. */
const saferChoice = (
  venue: TradeVenue,
  profile: TokenProfile,
  { tokens, more, rank, spare }: SaferSeat,
  cost: bigint | null,
  slippageBps: number,
) => {
  const purchase = venue.buyOf(profile, tokens, slippageBps);
  if (!purchase) return null;
  const written = amountsOf(profile);
  const price = formatCost(purchase.lamports - (cost ?? 0n));
  return {
    amountText: purchase.amountText,
    label: seatTexts.safer(written.named(more, neededFormat), `${price} SOL`, rank, written.plain(spare, typedFormat)),
  };
};
