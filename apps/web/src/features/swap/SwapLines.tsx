import { formatBps } from "@tribe/domain/money";
import type { PoolRates, SwapAmounts, SwapFees } from "@tribe/domain/pool";
import { ExactSol, Sol } from "../../shared/components/Sol.tsx";
import { formatNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import type { SwapCosts } from "./assess-swap.ts";

/** What leaves, what comes, each fee and the least that comes. Keeps its height without a quote. */
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
  const named = (name: string, bps: number | undefined) => (bps === undefined ? name : `${name} ${formatBps(bps)}`);
  const tokens = (units: bigint) => `${formatNewTokens(units)} ${symbol}`;
  const paid = amounts?.direction === "buy" ? <Sol lamports={amounts.input} /> : amounts ? tokens(amounts.input) : null;
  const got = (units: bigint) => (isBuy ? tokens(units) : <Sol lamports={units} />);
  return (
    <MoneyRows label="Quote">
      <MoneyRow name={isBuy ? "You pay" : "You sell"} strong>
        {paid}
      </MoneyRow>
      <MoneyRow name="You get" strong>
        {amounts ? got(amounts.output) : null}
      </MoneyRow>
      <MoneyRow name="Minimum received">{amounts ? got(amounts.minOutput) : null}</MoneyRow>
      <MoneyRow name="Price impact">{quote ? formatBps(quote.priceImpactBps) : null}</MoneyRow>
      <MoneyRow name={named("Liquidity fee", rates?.liquidityBps)}>
        {fees ? <Sol lamports={fees.liquidity} /> : null}
      </MoneyRow>
      <MoneyRow name={named("Creator fee", rates?.creatorBps)}>
        {fees ? <Sol lamports={fees.creator} /> : null}
      </MoneyRow>
      <MoneyRow name={named("Platform fee", rates?.platformBps)}>
        {fees ? <Sol lamports={fees.platform} /> : null}
      </MoneyRow>
      <MoneyRow name="Est. network fee">{costs ? <Sol lamports={costs.network} /> : null}</MoneyRow>
      {costs && costs.rent > 0n ? (
        <MoneyRow name="Account deposit">
          <Sol lamports={costs.rent} />
        </MoneyRow>
      ) : null}
      {isBuy ? <MoneyRow name="Max Spend">{costs ? <ExactSol lamports={costs.maxSpend} /> : null}</MoneyRow> : null}
    </MoneyRows>
  );
};
