import { quickBuyTokens, quickSellPercents, quickSwapBuySol } from "@tribe/contract";
import { formatExact, formatInputDown, percentOf } from "@tribe/domain";
import { Button } from "@tribe/ui";
import type { TradeDirection } from "../../shared/dialogs/names.ts";

/** 1, 5, 10 for a buy; 25, 50, 100 % of what is held for a sell. */
export const QuickAmounts = ({
  direction,
  inSol,
  holding,
  onPick,
}: {
  direction: TradeDirection;
  inSol: boolean;
  holding: bigint | null;
  onPick: (text: string) => void;
}) => (
  <fieldset className="grid grid-cols-3 gap-2">
    <legend className="sr-only">Quick amounts</legend>
    {direction === "buy"
      ? (inSol ? quickSwapBuySol : quickBuyTokens).map((amount) => (
          <Button key={amount.toString()} small onClick={() => onPick(amount.toString())}>
            {amount.toString()}
          </Button>
        ))
      : quickSellPercents.map((percent) => (
          <Button
            key={percent}
            small
            disabled={!holding}
            // All of a holding is all of it, below the fourth decimal too.
            onClick={() =>
              onPick(percent === 100 ? formatExact(holding ?? 0n) : formatInputDown(percentOf(holding ?? 0n, percent)))
            }
          >
            {percent}%
          </Button>
        ))}
  </fieldset>
);
