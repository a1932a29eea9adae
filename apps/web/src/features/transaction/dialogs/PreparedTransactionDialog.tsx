import type { DialogHeights } from "@tribe/ui/dialog";
import { useState } from "react";
import type { DialogToken, NewTransaction, ResumedTransaction, TradeDirection } from "../../../shared/dialogs/names.ts";
import type { OpenTransaction, TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { transactions } from "../engine/transactions.ts";
import { newTradeFacts } from "../outcome/read-seat.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import { TradeConfirmedView } from "./TradeConfirmedView.tsx";
import { TransactionShell } from "./TransactionShell.tsx";

interface NewTrade {
  readonly token: DialogToken;
  readonly direction: TradeDirection;
}

export interface PreparedTransactionDialogProps {
  readonly name: OpenTransaction["dialog"];
  readonly transaction: NewTransaction | (NewTransaction & NewTrade) | ResumedTransaction;
  readonly spendLabel?: "Max Spend" | "Max SOL Required";
  /** See `TransactionShell`. */
  readonly boxHeight?: DialogHeights;
}

/** The common part of dialogs whose transaction a caller prepares: new, or resumed. */
export const PreparedTransactionDialog = ({
  name,
  transaction,
  spendLabel,
  boxHeight,
}: PreparedTransactionDialogProps) => {
  const isResumed = "resumed" in transaction;
  const [trade] = useState(() => (isResumed ? transaction.resumed.trade : tradeOf(transaction)));
  return (
    <TransactionShell
      title={transaction.title}
      description={transaction.description}
      {...(spendLabel ? { spendLabel } : {})}
      {...(boxHeight ? { boxHeight } : {})}
      isNew={!isResumed}
      create={(context) =>
        isResumed
          ? transactions().resume(context, transaction.resumed)
          : transactions().startPrepared(context, transaction, { dialog: name, trade })
      }
      onBack={isResumed ? undefined : transaction.onBack}
      confirmed={(signature, kept) =>
        trade ? (
          <TradeConfirmedView signature={signature} trade={trade} kept={kept} />
        ) : (
          <ConfirmedView signature={signature} />
        )
      }
    />
  );
};

const tradeOf = (transaction: NewTransaction | (NewTransaction & NewTrade)): TradeFacts | null =>
  "token" in transaction ? newTradeFacts(transaction.token, transaction.direction) : null;
