import { texts } from "@tribe/domain";
import { Button, Spinner } from "@tribe/ui";
import { CircleCheck } from "lucide-react";
import { ExplorerLink } from "../../shared/components/ExplorerLink.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { useAfterTrade } from "./use-after-trade.ts";

/** The trade is on chain. A buy that reaches the threshold joins the chat and opens it. */
export const ConfirmedView = ({
  signature,
  token,
  direction,
}: {
  signature: string | null;
  token: DialogToken;
  direction: TradeDirection;
}) => {
  const close = useCloseThisDialog();
  const after = useAfterTrade(token, direction, close);
  return (
    <div className="flex flex-col items-center gap-4 py-6 text-center">
      <CircleCheck aria-hidden size={48} className="text-up" />
      <p role="status" className="font-display text-lg font-semibold">
        {texts.transactionConfirmed}
      </p>
      {after === "joining" ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={16} /> Opening the chat…
        </p>
      ) : null}
      <ExplorerLink signature={signature} />
      <Button look="main" className="min-w-32" onClick={close}>
        OK
      </Button>
    </div>
  );
};
