import { formatAmount } from "@tribe/domain/money";
import { Cost, Sol, Tokens } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { FeeRows } from "../../shared/trading/costs/FeeRows.tsx";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import { PriceImpact } from "../../shared/trading/costs/PriceImpact.tsx";
import { depositBack, MostYouPayRow, NetworkRows } from "../../shared/trading/costs/SpendRows.tsx";
import type { Assessment } from "./assessment.ts";

/** The lines of a quote: input, output, fees and the limit. Has the same height without a quote, to avoid a layout shift. */
export const QuoteLines = ({
  assessment: { quote, order, costs },
  isBuy,
  symbol,
}: {
  assessment: Assessment;
  isBuy: boolean;
  symbol: string;
}) => {
  const isBySol = order?.mode === "BUY_WITH_FIXED_SOL";
  const total = quote ? (
    <>
      {isBuy ? <Cost lamports={quote.total} /> : <Sol lamports={quote.total} />}{" "}
      <Worth lamports={quote.total} rounding={isBuy ? "up" : "down"} />
    </>
  ) : null;
  const amount = quote ? <Tokens units={quote.tokens} symbol={symbol} /> : null;
  return (
    <MoneyRows label="Quote">
      <MoneyRow name={isBuy ? "Price" : "You sell"} strong>
        {isBuy ? total : amount}
      </MoneyRow>
      <MoneyRow name="You get" strong>
        {isBuy ? amount : total}
      </MoneyRow>
      <FeeRows fees={quote?.fees ?? null} rates={costs?.rates ?? null} discount={costs?.discount ?? null} />
      <NetworkRows spend={costs} depositNote={depositBack} />
      <MoneyRow name="Price impact">{quote ? <PriceImpact bps={quote.priceImpactBps} /> : null}</MoneyRow>
      {isBuy && !isBySol ? null : (
        <MoneyRow name="You get at least">
          {!order ? null : isBuy ? (
            `${formatAmount(order.minTokens ?? 0n)} ${symbol}`
          ) : (
            <>
              <Sol lamports={order.minSol ?? 0n} /> <Worth lamports={order.minSol ?? 0n} />
            </>
          )}
        </MoneyRow>
      )}
      {isBuy ? <MostYouPayRow lamports={costs?.maxSpend ?? null} /> : null}
    </MoneyRows>
  );
};
