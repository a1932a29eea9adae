import type { TransactionSignature } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain/machines";
import { apiFailure } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import type { DialogHeights } from "@tribe/ui/dialog";
import { dialogWith, walletHeights } from "@tribe/ui/wallet-heights";
import { type ReactNode, useContext, useState } from "react";
import { shownWithCode } from "../../../shared/api/errors.ts";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { DialogIdContext, useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { type Config, useConfig } from "../../../shared/queries/config.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { TransactionStatus } from "../../../shared/transactions/TransactionStatus.tsx";
import type { Prepared } from "../delivery/delivery.ts";
import type { TransactionContext } from "../engine/context.ts";
import type { Runner } from "../engine/runner.ts";
import { transactions } from "../engine/transactions.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import type { OrderAgain } from "./FailurePanel.tsx";
import { RunningTransaction, type StatusText } from "./RunningTransaction.tsx";

export interface TransactionShellProps {
  readonly title: string;
  readonly description: string;
  readonly spendLabel?: "Max Spend" | "Max SOL Required";
  /** A new transaction is refused while the system is paused; one that was signed before is still shown. */
  readonly isNew: boolean;
  /** Called once. */
  readonly create: (context: TransactionContext) => Runner<Prepared>;
  readonly onBack?: (() => void) | undefined;
  /** Offered when the price has moved too far. */
  readonly again?: OrderAgain | undefined;
  /** Shown instead of 'Transaction Confirmed'. */
  readonly confirmed?: (signature: TransactionSignature, lastSigned: OpenTransaction | null) => ReactNode;
  /** The line of a state that differs from that of other transactions. */
  readonly statusText?: StatusText;
  /**
   * The dialog's height with the wallet's box, on a narrow phone and on a desktop, if that has other lines than a trade on the
   * curve.
   */
  readonly boxHeight?: DialogHeights;
}

/** The frame of all transaction dialogs: waits for person and settings, then shows the runner's states. */
export const TransactionShell = (props: TransactionShellProps) => {
  const config = useConfig();
  return config ? <KnownShell {...props} config={config} /> : <Preparing {...props} />;
};

/** The height of a buy on the curve. The dialog keeps it before and after the wallet's box, to avoid a layout shift. */
const usualBoxHeight: DialogHeights = dialogWith(walletHeights.curve.buy);

const Preparing = ({
  title,
  description,
  boxHeight = usualBoxHeight,
  statusText = transactionDialog.statusText,
}: Pick<TransactionShellProps, "title" | "description" | "statusText" | "boxHeight">) => (
  <DialogFrame title={title} minHeight={boxHeight}>
    <p className="text-sm text-muted">{description}</p>
    <TransactionStatus text={statusText({ kind: "preparing", attempt: 1, feeTry: 1 }) ?? ""} />
  </DialogFrame>
);

const KnownShell = (props: TransactionShellProps & { readonly config: Config }) => {
  const { title, description, isNew, config } = props;
  const user = useLocalUser();
  const dialogId = useContext(DialogIdContext);
  const close = useCloseThisDialog();
  // Decided once: a pause that begins while somebody signs does not end a running transaction.
  const [isRefused] = useState(() => isNew && config.isSystemPaused && !transactions().dialogRunners.has(dialogId));
  const back = props.onBack
    ? () => {
        close();
        props.onBack?.();
      }
    : close;
  if (isRefused)
    return (
      <DialogFrame title={title}>
        <ErrorPanel {...shownWithCode(apiFailure("system_paused"))} onAction={back} />
      </DialogFrame>
    );
  const context = user ? { uid: user.uid, wallet: user.address, config } : null;
  const runner = transactions().dialogRunners.of(dialogId, context, props.create);
  if (!runner) return <Preparing {...props} />;
  return (
    <RunningTransaction
      title={title}
      description={description}
      spendLabel={props.spendLabel}
      boxHeight={props.boxHeight ?? usualBoxHeight}
      runner={runner}
      onBack={back}
      again={
        props.again
          ? {
              mint: props.again.mint,
              act: () => {
                close();
                props.again?.act();
              },
            }
          : null
      }
      statusText={props.statusText ?? transactionDialog.statusText}
      confirmed={props.confirmed ?? ((signature) => <ConfirmedView signature={signature} />)}
    />
  );
};
