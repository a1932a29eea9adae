import { useState } from "react";
import type {
  DialogPropsByName,
  DialogToken,
  NewTransaction,
  ResumedTransaction,
  TradeDirection,
} from "../../../shared/dialogs/names.ts";
import type { OpenTransaction, TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { transactions } from "../engine/transactions.ts";
import { newTradeFacts } from "../outcome/read-seat.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import { TradeConfirmedView } from "./TradeConfirmedView.tsx";
import { TransactionShell, type TransactionShellProps } from "./TransactionShell.tsx";

interface NewTrade {
  readonly token: DialogToken;
  readonly direction: TradeDirection;
}

interface PreparedTransactionDialogProps {
  readonly name: OpenTransaction["dialog"];
  readonly transaction: NewTransaction | (NewTransaction & NewTrade) | ResumedTransaction;
}

/** What tells apart the dialogs whose transaction a caller prepares. */
const looks = {
  tokenTradeTransaction: {},
  tokenSwapTransaction: {},
  versionedTransaction: { spendLabel: "Max SOL Required" },
  genericTransaction: {},
} as const;

type PreparedDialogName = keyof typeof looks;

const looksOf = ({
  name,
  transaction,
}: PreparedTransactionDialogProps): Pick<TransactionShellProps, "spendLabel" | "boxHeight"> => ({
  ...(name in looks ? looks[name as PreparedDialogName] : {}), // just looked up
  ...("boxHeight" in transaction ? { boxHeight: transaction.boxHeight } : {}),
});

/** The dialog of one name: each opens the same component, with the looks of its name. */
export const preparedTransactionDialog =
  <Name extends PreparedDialogName>(name: Name) =>
  (props: DialogPropsByName[Name]) => <PreparedTransactionDialog name={name} transaction={props} />;

/** The common part of dialogs whose transaction a caller prepares: new, or resumed. */
export const PreparedTransactionDialog = (props: PreparedTransactionDialogProps) => {
  const { name, transaction } = props;
  const isResumed = "resumed" in transaction;
  const [trade] = useState(() => (isResumed ? transaction.resumed.trade : tradeOf(transaction)));
  return (
    <TransactionShell
      title={transaction.title}
      description={transaction.description}
      {...looksOf(props)}
      isNew={!isResumed}
      create={(context) =>
        isResumed
          ? transactions().resume(context, transaction.resumed)
          : transactions().startPrepared(context, transaction, { dialog: name, trade })
      }
      onBack={isResumed ? undefined : transaction.onBack}
      again={againOf(transaction)}
      confirmed={(signature, lastSigned) =>
        trade ? (
          <TradeConfirmedView
            signature={signature}
            trade={trade}
            lastSigned={lastSigned}
            isConversion={name === "tokenTradeTransaction"}
          />
        ) : (
          <ConfirmedView signature={signature} />
        )
      }
    />
  );
};

const againOf = (transaction: PreparedTransactionDialogProps["transaction"]) =>
  "token" in transaction && transaction.onAgain
    ? { mint: transaction.token.mint, act: transaction.onAgain }
    : undefined;

const tradeOf = (transaction: NewTransaction | (NewTransaction & NewTrade)): TradeFacts | null =>
  "token" in transaction ? newTradeFacts(transaction.token, transaction.direction) : null;
