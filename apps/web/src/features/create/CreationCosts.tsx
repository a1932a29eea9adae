import { lamports } from "@tribe/contract";
import { Cost, Tokens } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { FeeRows } from "../../shared/trading/costs/FeeRows.tsx";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import { MaxSpendRow, NetworkRows } from "../../shared/trading/costs/SpendRows.tsx";
import type { CreationAssessment } from "./assess-creation.ts";

/** The cost of the first buy with each fee, if there is one, the creation's other costs, and the largest total. */
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
      {firstBuy ? (
        <>
          <MoneyRow name="Price" strong>
            <Cost lamports={firstBuy.total} /> <Worth lamports={firstBuy.total} rounding="up" />
          </MoneyRow>
          <MoneyRow name="You get" strong>
            <Tokens units={firstBuy.tokens} symbol={symbol} />
          </MoneyRow>
          <FeeRows fees={firstBuy.fees} rates={rates} discount={discount} creatorNote=", to you" />
        </>
      ) : null}
      <NetworkRows
        spend={spend && { network: lamports(spend.signatures + spend.priority), rent: spend.rent }}
        keepsDeposit
      />
      <MaxSpendRow lamports={spend?.total ?? null} strong />
    </MoneyRows>
  );
};
