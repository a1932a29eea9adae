import { maxBuyTokens, quickBuySol, quickBuyTokens, tokenUnits } from "@tribe/contract";
import { formatExact, formatInputDown } from "@tribe/domain/money";
import { Tokens } from "../../shared/components/Sol.tsx";
import { MoneyRow } from "../../shared/trading/costs/MoneyRows.tsx";
import { useTradeFacts } from "../../shared/trading/form/use-trade-facts.ts";
import type { TradeVenue } from "../../shared/trading/form/venue.ts";
import { ElsewhereLine } from "../../shared/trading/panel/ElsewhereLine.tsx";
import { curveEntry, curvePurchase } from "./curve-entry.ts";
import { useCurveQuote } from "./use-curve-quote.tsx";

const CurveHead: TradeVenue["Head"] = ({ token: { symbol }, facts: { tradable } }) => (
  <>
    <dl className="text-sm">
      <MoneyRow name="You hold">{tradable === null ? "…" : <Tokens units={tradable.units} symbol={symbol} />}</MoneyRow>
    </dl>
    {tradable ? (
      <ElsewhereLine units={tradable.elsewhere}>
        <Tokens units={tradable.elsewhere} symbol={symbol} />
      </ElsewhereLine>
    ) : null}
  </>
);

const useCurveFacts: TradeVenue["useFacts"] = ({ mint }) => {
  const facts = useTradeFacts(mint, mint);
  const { profile, tradable } = facts;
  return {
    ...facts,
    seatHolding: tradable && tokenUnits(tradable.units + tradable.elsewhere),
    unitsPerSeatUnit: 1n,
    // A migrated token's amount is filled in by its pool's form.
    isFresh: facts.isFresh && !profile?.newMint,
  };
};

/** Trades of a token on its curve. */
export const curveVenue: TradeVenue = {
  kind: "curve",
  useFacts: useCurveFacts,
  useQuote: useCurveQuote,
  entryOffer: curveEntry,
  buyOf: curvePurchase,
  Head: CurveHead,
  quickBuys: (inSol) => (inSol ? quickBuySol : quickBuyTokens),
  mostTyped: { buy: maxBuyTokens, sell: null },
  written: { exact: formatExact, cut: formatInputDown },
};
