import { tokenUnits } from "@tribe/contract";
import { topUp } from "@tribe/domain/membership";
import { Tabs } from "@tribe/ui/tabs";
import { type ReactNode, useCallback, useEffect } from "react";
import type { DialogToken, TradeDirection } from "../../dialogs/names.ts";
import { SaleGain } from "../../gains/SaleGain.tsx";
import { type Store, useStore } from "../../state/store.ts";
import { AmountField } from "../amount/AmountField.tsx";
import { QuickAmounts } from "../amount/QuickAmounts.tsx";
import { MostYouPay } from "../costs/MostYouPay.tsx";
import { Available } from "../costs/Outcome.tsx";
import { PriceMoved } from "../costs/PriceMoved.tsx";
import { slippage } from "../costs/slippage.ts";
import { TradePanel } from "../panel/TradePanel.tsx";
import { tradeSides } from "../panel/trade-sides.ts";
import { EntryRow, EntryRowLoading, type ShownEntryOffer } from "../seat/EntryRow.tsx";
import type { TradeDraft } from "./trade-draft.ts";
import { UnitButton } from "./UnitButton.tsx";
import { type TradeFormInput, useTradeForm } from "./use-trade-form.ts";
import type { TradeVenue } from "./venue.ts";

/**
 * Buy and Sell: an amount, its cost or outcome with each fee, its effect on the seat, and Next. What doesn't depend on the amount
 * is rendered here; a key only renders the fields.
 */
export const TradeForm = ({
  venue,
  token,
  direction,
  onDirection,
  draft,
  onLeave,
  onHandedOver,
}: {
  venue: TradeVenue;
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
  draft: Store<TradeDraft>;
  /** Called when another dialog or page replaces the form. */
  onLeave: () => void;
  /** Called when the order has gone to the wallet. */
  onHandedOver?: () => void;
}) => {
  const facts = venue.useFacts(token);
  const slippageBps = useStore(slippage);
  const { profile, seatHolding, isFresh } = facts;
  const offer =
    direction === "buy" && profile && seatHolding !== null ? venue.entryOffer(profile, seatHolding, slippageBps) : null;
  useEffect(() => {
    if (!isFresh || !offer || !draft.get().wantsEntry) return;
    const { wantsSpare } = draft.get();
    const missing =
      wantsSpare === null || !profile || seatHolding === null
        ? null
        : topUp(profile, seatHolding, tokenUnits(wantsSpare));
    const lasting = missing !== null && profile ? venue.buyOf(profile, missing, slippageBps) : null;
    const amountText = lasting?.amountText ?? (offer.kind === "buy" ? offer.amountText : "");
    draft.set((now) => ({ ...now, amountText, wantsEntry: false }));
  }, [isFresh, offer, draft, profile, seatHolding, venue, slippageBps]);
  const turn = useCallback(
    (next: TradeDirection) => {
      onDirection(next);
      draft.set((now) => ({ ...now, amountText: "", hasMoved: false, wantsEntry: false, isPressed: false }));
    },
    [draft, onDirection],
  );
  return (
    <Tabs label="Direction" value={direction} onChange={turn} options={tradeSides}>
      <TradeFields
        venue={venue}
        token={token}
        direction={direction}
        draft={draft}
        facts={facts}
        onLeave={onLeave}
        onHandedOver={onHandedOver}
        offer={offer}
        head={<venue.Head token={token} facts={facts} />}
      />
    </Tabs>
  );
};

/** Rendered with every key, so parts that don't depend on the amount are memoised, or passed in from above. */
const TradeFields = ({
  venue,
  offer,
  head,
  ...input
}: TradeFormInput & { venue: TradeVenue; offer: ShownEntryOffer | null; head: ReactNode }) => {
  const { facts } = input;
  const { symbol } = input.token;
  const isBuy = input.direction === "buy";
  const { amountText, inSol, hasMoved, quote, seat, stay, safer, write, turnUnit, pickEntry, join, submit } =
    useTradeForm(venue, input);
  const boughtIn = venue.kind === "curve" ? <UnitButton symbol={symbol} inSol={inSol} onTurn={turnUnit} /> : "SOL";
  const entry = offer ? (
    <EntryRow offer={offer} onPick={pickEntry} onJoin={join} />
  ) : isBuy && facts.profile ? (
    <EntryRowLoading state={facts.profile.subscribeState} />
  ) : null;
  return (
    <TradePanel
      notices={
        <>
          {hasMoved ? <PriceMoved /> : null}
          {head}
        </>
      }
      amount={
        <AmountField
          text={amountText}
          heading={isBuy ? (inSol ? "You pay" : "You buy") : "You sell"}
          available={isBuy && facts.balance !== null ? <Available lamports={facts.balance} /> : null}
          outcome={quote.outcome}
          unit={isBuy ? boughtIn : symbol}
          wrong={quote.wrong}
          onChange={write}
        />
      }
      quick={
        <QuickAmounts
          buys={isBuy ? venue.quickBuys(inSol) : null}
          unit={inSol ? "SOL" : ""}
          max={quote.max}
          holding={facts.tradable?.units ?? null}
          written={venue.written}
          typed={amountText}
          onPick={write}
        />
      }
      entry={entry}
      after={quote.after}
      seat={seat}
      onStay={stay}
      safer={safer}
      details={quote.details}
      feeBps={quote.feeBps}
      impactBps={quote.impactBps}
      costly={quote.costly}
      price={
        isBuy ? (
          <MostYouPay spend={quote.spend} riseBps={quote.riseBps} />
        ) : (
          <SaleGain mint={input.token.mint} isNew={venue.kind === "pool"} sale={quote.sale} />
        )
      }
      disabled={!quote.send}
      onSubmit={submit}
    />
  );
};
