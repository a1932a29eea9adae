import { ExactSol } from "../../shared/components/Sol.tsx";
import type { TradeDirection } from "../../shared/dialogs/names.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { MoneyRow, MoneyRows } from "../../shared/trading/costs/MoneyRows.tsx";
import type { Receipt } from "./receipt.ts";

/** What a trade has moved, to the lamport, as it is on chain. */
export const TradeRows = ({
  receipt: { sol, networkFee, deposit },
  direction,
  amount,
}: {
  readonly receipt: Receipt;
  readonly direction: TradeDirection;
  /** The tokens with their symbol; null where that is unknown. */
  readonly amount: string | null;
}) => (
  <div className="w-full pt-2 text-left">
    <MoneyRows label="What changed">
      {amount === null ? null : <MoneyRow name={direction === "buy" ? "You got" : "You sold"}>{amount}</MoneyRow>}
      <MoneyRow name={direction === "buy" ? "Paid, trade fees in" : "Came in, trade fees taken off"}>
        <ExactSol lamports={direction === "buy" ? -sol : sol} />{" "}
        <Worth lamports={direction === "buy" ? -sol : sol} rounding={direction === "buy" ? "up" : "down"} />
      </MoneyRow>
      {deposit < 0n ? (
        <MoneyRow name="One-time deposit">
          <ExactSol lamports={-deposit} />
        </MoneyRow>
      ) : null}
      <MoneyRow name="Network fee">
        <ExactSol lamports={networkFee} />
      </MoneyRow>
    </MoneyRows>
  </div>
);
