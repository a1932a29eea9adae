import { quickSellPercents, quickSwapBuySol } from "@tribe/contract";
import { percentOf } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { exactNewTokens, typedNewTokens } from "./new-tokens.ts";

/** 1, 2, 5 SOL for a buy; 25, 50, 100 % of what is held for a sell. */
export const SwapQuickAmounts = ({
  isBuy,
  holding,
  onPick,
}: {
  isBuy: boolean;
  holding: bigint | null;
  onPick: (text: string) => void;
}) => (
  <fieldset className="grid grid-cols-3 gap-2">
    <legend className="sr-only">Quick amounts</legend>
    {isBuy
      ? quickSwapBuySol.map((amount) => (
          <Button key={amount.toString()} small onClick={() => onPick(amount.toString())}>
            {amount.toString()} SOL
          </Button>
        ))
      : quickSellPercents.map((percent) => (
          <Button
            key={percent}
            small
            disabled={!holding}
            // All of a holding is all of it, below the fourth decimal too.
            onClick={() =>
              onPick(
                percent === 100 ? exactNewTokens(holding ?? 0n) : typedNewTokens(percentOf(holding ?? 0n, percent)),
              )
            }
          >
            {percent}%
          </Button>
        ))}
  </fieldset>
);
