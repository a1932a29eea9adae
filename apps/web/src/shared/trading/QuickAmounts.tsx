import { quickSellPercents } from "@tribe/contract";
import { percentOf } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { memo } from "react";

/** Whole amounts for a buy; 25, 50, 100 % of what is held for a sell. */
export const QuickAmounts = memo(function QuickAmounts({
  buys,
  unit = "",
  holding,
  written,
  onPick,
}: {
  /** What a buy offers; null for a sell. */
  buys: readonly (bigint | number)[] | null;
  /** Behind the amounts of a buy, where it is not the token itself. */
  unit?: "SOL" | "";
  /** Base units. */
  holding: bigint | null;
  /** Base units as they are typed: all of a holding is all of it, below the fourth decimal too; a part is cut. */
  written: { readonly exact: (units: bigint) => string; readonly cut: (units: bigint) => string };
  onPick: (text: string) => void;
}) {
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Quick amounts</legend>
      {buys
        ? buys.map((amount) => (
            <Button key={amount.toString()} small onClick={() => onPick(amount.toString())}>
              {`${amount} ${unit}`.trim()}
            </Button>
          ))
        : quickSellPercents.map((percent) => (
            <Button
              key={percent}
              small
              disabled={!holding}
              onClick={() => {
                const part = percentOf(holding ?? 0n, percent);
                onPick(percent === 100 ? written.exact(part) : written.cut(part));
              }}
            >
              {percent}%
            </Button>
          ))}
    </fieldset>
  );
});
