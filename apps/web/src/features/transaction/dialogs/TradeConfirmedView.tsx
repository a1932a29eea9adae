import { tokenAccountRent } from "@tribe/chain/accounts";
import type { TransactionSignature } from "@tribe/contract";
import { Button, Spinner } from "@tribe/ui";
import { Sol } from "../../../shared/components/Sol.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { openEntry } from "../../../shared/flow/openers.ts";
import type { OpenTransaction, TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { closesAccount } from "../outcome/closes-account.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import { useAfterTrade } from "./use-after-trade.ts";

/** Shown for a confirmed trade. A buy that is enough for a seat opens the chat; otherwise it says what is missing. */
export const TradeConfirmedView = ({
  signature,
  trade,
  lastSigned,
}: {
  signature: TransactionSignature;
  trade: TradeFacts;
  /** The signed transaction, if this browser stored it. */
  lastSigned: OpenTransaction | null;
}) => {
  const close = useCloseThisDialog();
  const after = useAfterTrade(trade, signature, close);
  return (
    <ConfirmedView signature={signature}>
      {lastSigned && closesAccount(lastSigned) ? (
        <p className="text-sm text-pretty text-muted">
          {/* Alone, the deposit would read as all that a sale brought. */}
          {trade.direction === "sell" ? "What you sold for is in your wallet, and " : null}
          <span className="font-medium whitespace-nowrap text-up">
            +<Sol lamports={tokenAccountRent} />
          </span>{" "}
          deposit back
        </p>
      ) : null}
      {after.kind === "joining" ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={16} /> Opening the chat…
        </p>
      ) : null}
      {after.kind === "short" ? (
        <div className="flex flex-col items-center gap-2">
          <p role="status" className="text-sm text-muted text-pretty">
            You're {after.missing} short of a seat.
          </p>
          <Button
            small
            onClick={() => {
              close();
              openEntry(trade.token);
            }}
          >
            Buy min. to enter chat
          </Button>
        </div>
      ) : null}
    </ConfirmedView>
  );
};
