import { useIsFetching } from "@tanstack/react-query";
import type { TransactionSignature } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain/machines";
import { texts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { CircleCheck } from "@tribe/ui/icons";
import { type ReactNode, useEffect, useState } from "react";
import { ExplorerLink } from "../../../shared/components/ExplorerLink.tsx";
import { TransactionStatus } from "../../../shared/components/TransactionStatus.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { haptic } from "../../../shared/hand/haptics.ts";

/** The transaction is on chain: 'Confirmed' while the page reloads what it changed, then 'Transaction Confirmed'. */
export const ConfirmedView = ({ signature, children }: { signature: TransactionSignature; children?: ReactNode }) => {
  const close = useCloseThisDialog();
  const isRefreshing = useIsFetching({ predicate: ({ queryKey: [name] }) => isOfMoney(name) }) > 0;
  const [isFresh, setFresh] = useState(!isRefreshing);
  // Only the first time: later refetches happen behind the success.
  if (!isRefreshing && !isFresh) setFresh(true);
  useEffect(() => {
    if (isFresh) haptic("done");
  }, [isFresh]);
  if (isRefreshing && !isFresh)
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
      {children}
      <ExplorerLink signature={signature} />
      <Button variant="primary" className="mt-auto min-h-12 w-full" onClick={close}>
        OK
      </Button>
    </div>
  );
};

const isOfMoney = (name: unknown): boolean => name === "balance" || name === "holding";
