import { lamports } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { ExactSol, Sol, Tokens } from "../../shared/components/Sol.tsx";
import { FeeRows } from "../../shared/trading/costs/FeeRows.tsx";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import type { CreationAssessment } from "./assess-creation.ts";

/** What the first buy costs with each fee, what the creation takes beside, and the most that leaves. Keeps its height. */
export const CreationCosts = ({
  assessment: { quote, rates, discount },
  symbol,
}: {
  assessment: CreationAssessment;
  symbol: string;
}) => {
  const firstBuy = quote?.firstBuy ?? null;
  const spend = quote?.spend ?? null;
  return (
    <MoneyRows label="Cost">
      <MoneyRow name="You pay" strong>
        {firstBuy ? <Sol lamports={firstBuy.total} /> : null}
      </MoneyRow>
      <MoneyRow name="You get" strong>
        {firstBuy ? <Tokens units={firstBuy.tokens} symbol={symbol} /> : null}
      </MoneyRow>
      <FeeRows fees={firstBuy?.fees ?? null} rates={rates} discount={discount} creatorNote=", to you" />
      <MoneyRow name="Est. network fee">
        {spend ? <Sol lamports={lamports(spend.signatures + spend.priority)} /> : null}
      </MoneyRow>
      <MoneyRow name="Account deposit">{spend ? <Sol lamports={spend.rent} /> : null}</MoneyRow>
      <MoneyRow name={texts.maxSpend} strong>
        {spend ? <ExactSol lamports={spend.total} /> : null}
      </MoneyRow>
    </MoneyRows>
  );
};
