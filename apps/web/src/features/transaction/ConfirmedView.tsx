import { texts } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { ExplorerLink } from "../../shared/components/ExplorerLink.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";

/** The transaction is on chain. */
export const ConfirmedView = ({ signature, children }: { signature: string; children?: ReactNode }) => {
  const close = useCloseThisDialog();
  return (
    <div className="flex flex-col items-center gap-4 py-6 text-center">
      <CircleCheck aria-hidden size={48} className="text-up" />
      <p role="status" className="font-display text-lg font-semibold">
        {texts.transactionConfirmed}
      </p>
      {children}
      <ExplorerLink signature={signature} />
      <Button look="main" className="min-w-32" onClick={close}>
        OK
      </Button>
    </div>
  );
};
