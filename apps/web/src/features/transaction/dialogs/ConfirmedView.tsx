import type { TransactionSignature } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain/machines";
import { texts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { CircleCheck } from "@tribe/ui/icons";
import { ExplorerLink } from "../../../shared/components/ExplorerLink.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { TransactionStatus } from "../../../shared/transactions/TransactionStatus.tsx";
import { useFreshFigures } from "./use-fresh-figures.ts";

/** The transaction is on chain: 'Confirmed' while the page reloads what it changed, then 'Transaction Confirmed'. */
export const ConfirmedView = ({ signature }: { signature: TransactionSignature }) => {
  const close = useCloseThisDialog();
  const isFresh = useFreshFigures();
  if (!isFresh)
    return (
      <TransactionStatus
        text={transactionDialog.statusText({ kind: "confirmed", signature }) ?? ""}
        signature={signature}
      />
    );
  return (
    // The sheet stays as tall as the wallet's box was, since shrinking would move it under a finger: so the mark fills its room,
    // and OK is at its bottom.
    <div className="flex grow flex-col items-center gap-4 pt-4 text-center before:mt-auto before:content-['']">
      <CircleCheck aria-hidden size={88} strokeWidth={1.5} className="text-up" />
      <p role="status" className="font-display text-xl font-bold">
        {texts.transactionConfirmed}
      </p>
      <ExplorerLink signature={signature} />
      <Button variant="primary" className="mt-auto min-h-12 w-full" onClick={close}>
        OK
      </Button>
    </div>
  );
};
