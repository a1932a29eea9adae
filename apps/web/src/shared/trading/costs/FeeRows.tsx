import type { Lamports } from "@tribe/contract";
import { type FeeRates, type Fees, formatBps } from "@tribe/domain/money";
import { Sol } from "../../components/Sol.tsx";
import { MoneyRow } from "./MoneyRows.tsx";

const named = (name: string, bps: number | undefined): string =>
  bps === undefined ? name : `${name} ${formatBps(bps)}`;

/**
 * One fee with its rate, as far as they are known. It is in what is paid, or off what comes, already: who adds up the rows must not
 * count it twice.
 */
export const FeeRow = ({
  name,
  bps,
  lamports,
  note = "",
}: {
  name: string;
  bps: number | undefined;
  lamports: Lamports | undefined;
  /** An explanation after the rate. */
  note?: string;
}) => (
  <MoneyRow name={`${named(name, bps)}, included${note}`}>
    {lamports === undefined ? null : <Sol lamports={lamports} />}
  </MoneyRow>
);

/** Each fee of a trade with its rate; dashes while there is no quote. */
export const FeeRows = ({
  fees,
  rates,
  discount,
  creatorNote = "",
}: {
  fees: Fees | null;
  rates: FeeRates | null;
  /** The discount's saving, already subtracted from the platform's fee. */
  discount: Lamports | null;
  /** An explanation after the creator's rate. */
  creatorNote?: string;
}) => (
  <>
    <FeeRow name="Chief's fee" bps={rates?.creatorBps} lamports={fees?.creator} note={creatorNote} />
    <FeeRow name="Tribe's fee" bps={rates?.platformBps} lamports={fees?.platform} />
    {fees && rates && rates.referralBps > 0 ? (
      <FeeRow name="Inviter's share" bps={rates.referralBps} lamports={fees.referral} />
    ) : null}
    {discount !== null && rates && rates.discountBps > 0 ? (
      <MoneyRow name={named("Your discount", rates.discountBps)}>
        −<Sol lamports={discount} />
      </MoneyRow>
    ) : null}
  </>
);
