import { formatNewTokens } from "@tribe/domain/money";
import type { PoolRates, SwapAmounts, SwapFees } from "@tribe/domain/pool";
import { Cost, Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { FeeRow } from "../../shared/trading/costs/FeeRows.tsx";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import { PriceImpact } from "../../shared/trading/costs/PriceImpact.tsx";
import { depositBack, MostYouPayRow, NetworkRows } from "../../shared/trading/costs/SpendRows.tsx";
import type { SwapCosts } from "./assess-swap.ts";

/** The lines of a quote: input, output, fees and minimum. Has the same height without a quote. */
export const SwapLines = ({
  quote,
  costs,
  rates,
  isBuy,
  symbol,
}: {
  quote: { readonly amounts: SwapAmounts; readonly fees: SwapFees | null; readonly priceImpactBps: number } | null;
  costs: SwapCosts | null;
  rates: PoolRates | null;
  isBuy: boolean;
  symbol: string;
}) => {
  const { amounts = null, fees = null } = quote ?? {};
  const tokens = (units: bigint) => `${formatNewTokens(units)} ${symbol}`;
  const paid =
    amounts?.direction === "buy" ? (
      <>
        <Cost lamports={amounts.input} /> <Worth lamports={amounts.input} rounding="up" />
      </>
    ) : amounts ? (
      tokens(amounts.input)
    ) : null;
  const got = (units: bigint) =>
    isBuy ? (
      tokens(units)
    ) : (
      <>
        <Sol lamports={units} /> <Worth lamports={units} />
      </>
    );
  return (
    <MoneyRows label="Quote">
      <MoneyRow name={isBuy ? "Price" : "You sell"} strong>
        {paid}
      </MoneyRow>
      <MoneyRow name="You get" strong>
        {amounts ? got(amounts.output) : null}
      </MoneyRow>
      <MoneyRow name="You get at least">{amounts ? got(amounts.minOutput) : null}</MoneyRow>
      <MoneyRow name="Price impact">{quote ? <PriceImpact bps={quote.priceImpactBps} /> : null}</MoneyRow>
      <FeeRow name="Pool's fee" bps={rates?.liquidityBps} lamports={fees?.liquidity} />
      <FeeRow name="Chief's fee" bps={rates?.creatorBps} lamports={fees?.creator} />
      <FeeRow name="Tribe's fee" bps={rates?.platformBps} lamports={fees?.platform} />
      <NetworkRows spend={costs} depositNote={depositBack} />
      {isBuy ? <MostYouPayRow lamports={costs?.maxSpend ?? null} /> : null}
    </MoneyRows>
  );
};
