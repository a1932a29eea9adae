import type { Lamports } from "@tribe/contract";
import { type FeeRates, type Fees, formatBps } from "@tribe/domain/money";
import { Sol } from "../../components/Sol.tsx";
import { MoneyRow } from "./MoneyRows.tsx";

/** Each fee of a trade with its rate; dashes while there is no quote. */
export const FeeRows = ({
  fees,
  rates,
  discount,
  creatorNote = "",
}: {
  fees: Fees | null;
  rates: FeeRates | null;
  /** What the discount saves; already out of the platform's fee. */
  discount: Lamports | null;
  /** Said after the creator's rate, where it needs a word. */
  creatorNote?: string;
}) => {
  const named = (name: string, bps: number | undefined) => (bps === undefined ? name : `${name} ${formatBps(bps)}`);
  return (
    <>
      <MoneyRow name={`${named("Creator fee", rates?.creatorBps)}${creatorNote}`}>
        {fees ? <Sol lamports={fees.creator} /> : null}
      </MoneyRow>
      <MoneyRow name={named("Platform fee", rates?.platformBps)}>
        {fees ? <Sol lamports={fees.platform} /> : null}
      </MoneyRow>
      {fees && rates && rates.referralBps > 0 ? (
        <MoneyRow name={named("Referral, to whoever invited you", rates.referralBps)}>
          <Sol lamports={fees.referral} />
        </MoneyRow>
      ) : null}
      {discount !== null && rates && rates.discountBps > 0 ? (
        <MoneyRow name={named("Your discount", rates.discountBps)}>
          −<Sol lamports={discount} />
        </MoneyRow>
      ) : null}
    </>
  );
};
