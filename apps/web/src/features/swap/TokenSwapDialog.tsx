import { Loading, Skeleton } from "@tribe/ui";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { NoPool } from "./NoPool.tsx";
import { SwapForm } from "./SwapForm.tsx";

/** Buy and Sell of a migrated token in its pool, and the conversion of what is still held of before. */
export const TokenSwapDialog = (props: DialogPropsByName["tokenSwap"]) => {
  const { data, error, refetch } = useToken(props.token.mint);
  useWatch(props.token.mint);
  return (
    <DialogFrame title={`Swap ${props.token.name}`}>
      {data ? (
        data.newMint ? (
          <SwapForm {...props} />
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
