import { Spinner } from "@tribe/ui";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import { useAfterTrade } from "./use-after-trade.ts";

/** A trade is on chain. A buy that reaches the threshold joins the chat and opens it. */
export const TradeConfirmedView = ({
  signature,
  token,
  direction,
}: {
  signature: string;
  token: DialogToken;
  direction: TradeDirection;
}) => {
  const close = useCloseThisDialog();
  const after = useAfterTrade(token, direction, close);
  return (
    <ConfirmedView signature={signature}>
      {after === "joining" ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={16} /> Opening the chat…
        </p>
      ) : null}
    </ConfirmedView>
  );
};
