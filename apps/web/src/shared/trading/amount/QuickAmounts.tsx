import { quickSellPercents } from "@tribe/contract";
import { percentOf } from "@tribe/domain/money";
import { Button } from "@tribe/ui";
import { memo } from "react";

/** Whole amounts for a buy, and the most that can be paid; 25, 50, 100 % of what is held for a sell. */
export const QuickAmounts = memo(function QuickAmounts({
  buys,
  unit = "",
  max,
  holding,
  written,
  onPick,
}: {
  /** What a buy offers, as it is typed; null for a sell. */
  buys: readonly (bigint | number)[] | null;
  /** Behind the amounts of a buy, where it is not the token itself. */
  unit?: "SOL" | "";
  /** What a buy can spend or bring at the most, as it is typed; null while that is not known or nothing. */
  max: string | null;
  /** Base units. */
  holding: bigint | null;
  /** Base units as they are typed: all of a holding is all of it, below the fourth decimal too; a part is cut. */
  written: { readonly exact: (units: bigint) => string; readonly cut: (units: bigint) => string };
  onPick: (text: string) => void;
}) {
  return (
    <fieldset className={`grid gap-2 ${buys ? "grid-cols-4" : "grid-cols-3"}`}>
      <legend className="sr-only">Quick amounts</legend>
      {buys ? (
        <>
          {buys.map((amount) => (
            <Button key={amount.toString()} small className="px-1!" onClick={() => onPick(amount.toString())}>
              {`${amount} ${unit}`.trim()}
            </Button>
          ))}
          <Button small className="px-1!" disabled={max === null} onClick={() => max !== null && onPick(max)}>
            Max
          </Button>
        </>
      ) : (
        quickSellPercents.map((percent) => (
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
        ))
      )}
    </fieldset>
  );
});
