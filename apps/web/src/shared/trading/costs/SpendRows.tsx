import type { Lamports } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { ExactSol, Sol } from "../../components/Sol.tsx";
import { MoneyRow } from "./MoneyRows.tsx";

/** What leaves the wallet beside the amount and its fees. */
export interface Spend {
  /** Signatures and priority fee, estimated: recent blocks decide the priority. */
  readonly network: Lamports;
  /** Rent of new accounts; it stays in them. */
  readonly rent: Lamports;
}

/** The network's fee and the deposit of new accounts; without a deposit there is no row, an unknown one is a dash. */
export const NetworkRows = ({ spend, keepsDeposit = false }: { spend: Spend | null; keepsDeposit?: boolean }) => (
  <>
    <MoneyRow name="Est. network fee">{spend ? <Sol lamports={spend.network} /> : null}</MoneyRow>
    {keepsDeposit || (spend && spend.rent > 0n) ? (
      <MoneyRow name="Account deposit">{spend ? <Sol lamports={spend.rent} /> : null}</MoneyRow>
    ) : null}
  </>
);

/** The most that leaves, exact. */
export const MaxSpendRow = ({ lamports, strong = false }: { lamports: Lamports | null; strong?: boolean }) => (
  <MoneyRow name={texts.maxSpend} strong={strong}>
    {lamports === null ? null : <ExactSol lamports={lamports} />}
  </MoneyRow>
);
