import { Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { TradeForm } from "../../shared/trading/form/TradeForm.tsx";
import { createDraft } from "../../shared/trading/form/trade-draft.ts";
import { TokenPicture } from "../../shared/trading/panel/TokenPicture.tsx";
import { NoPool } from "./NoPool.tsx";
import { poolVenue } from "./pool-venue.tsx";

/** Buy and Sell of a migrated token in its pool, and the conversion of remaining old tokens. */
export const TokenSwapDialog = (props: DialogPropsByName["tokenSwap"]) => {
  const { data, error, refetch } = useToken(props.token.mint);
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  const [draft] = useState(() =>
    createDraft({
      amountText: props.amountText,
      wantsSol: true,
      wantsEntry: props.wantsEntry ?? false,
      wantsSpare: props.wantsSpare ?? null,
      hasMoved: props.priceMoved ?? false,
      isPressed: props.isPressed ?? false,
    }),
  );
  const close = useCloseThisDialog();
  useWatch(props.token.mint);
  return (
    <DialogFrame title="Swap" subject={props.token.name} picture={<TokenPicture token={props.token} onLeave={close} />}>
      {data ? (
        data.newMint ? (
          <TradeForm
            venue={poolVenue}
            token={props.token}
            direction={direction}
            onDirection={setDirection}
            draft={draft}
            onLeave={close}
          />
        ) : (
          <NoPool />
        )
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-80" />
        </Loading>
      )}
    </DialogFrame>
  );
};
