import type { Lamports } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { Cost, ExactSol } from "../../components/Sol.tsx";
import { Worth } from "../../fiat/Worth.tsx";
import { MoneyRow } from "./MoneyRows.tsx";

/** What leaves the wallet beside the amount and its fees. */
export interface Spend {
  /** Signatures and priority fee, estimated: recent blocks decide the priority. */
  readonly network: Lamports;
  /** Rent of new accounts; it stays in them. */
  readonly rent: Lamports;
}

/** The network's fee and the deposit of new accounts; without a deposit there is no row, an unknown one is a dash. */
export const NetworkRows = ({
  spend,
  keepsDeposit = false,
  depositNote = "",
}: {
  spend: Spend | null;
  keepsDeposit?: boolean;
  /** What becomes of the deposit, after its name. */
  depositNote?: string;
}) => (
  <>
    <MoneyRow name="Est. network fee">{spend ? <Cost lamports={spend.network} /> : null}</MoneyRow>
    {keepsDeposit || (spend && spend.rent > 0n) ? (
      <MoneyRow name={`One-time deposit${depositNote}`}>{spend ? <Cost lamports={spend.rent} /> : null}</MoneyRow>
    ) : null}
  </>
);

/** Of the account of a token: a sale of everything closes it. */
export const depositBack = ", back when you sell everything";

/** The most that leaves with a trade, by the network's assumed fee: the wallet says the exact Max Spend. */
export const MostYouPayRow = ({ lamports }: { lamports: Lamports | null }) => (
  <MoneyRow name="Most you can pay">
    {lamports === null ? null : (
      <>
        <Cost lamports={lamports} /> <Worth lamports={lamports} rounding="up" />
      </>
    )}
  </MoneyRow>
);

/** The most that leaves, exact. */
export const MaxSpendRow = ({ lamports, strong = false }: { lamports: Lamports | null; strong?: boolean }) => (
  <MoneyRow name={texts.maxSpend} strong={strong}>
    {lamports === null ? null : (
      <>
        <ExactSol lamports={lamports} /> <Worth lamports={lamports} rounding="up" />
      </>
    )}
  </MoneyRow>
);
