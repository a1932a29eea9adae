import { quickSellPercents } from "@tribe/contract";
import { percentOf } from "@tribe/domain/money";
import { AmountChip, maxLabel } from "./AmountChip.tsx";

interface QuickAmountsProps {
  /** What a buy offers, as it is typed; null for a sell. */
  readonly buys: readonly (bigint | number)[] | null;
  /** Behind the amounts of a buy, where it is not the token itself. */
  readonly unit?: "SOL" | "";
  /** What a buy can spend or bring at the most, as it is typed; null while that is not known or nothing. */
  readonly max: string | null;
  /** Base units. */
  readonly holding: bigint | null;
  /** Base units as they are typed: all of a holding is all of it, below the fourth decimal too; a part is cut. */
  readonly written: { readonly exact: (units: bigint) => string; readonly cut: (units: bigint) => string };
  /** What the field says. */
  readonly typed: string;
  readonly onPick: (text: string) => void;
}

/** Whole amounts for a buy, and the most that can be paid; 25, 50, 100 % of what is held for a sell. */
export const QuickAmounts = ({ buys, unit = "", max, holding, written, typed, onPick }: QuickAmountsProps) => {
  const partOf = (percent: number): string | null => {
    if (!holding) return null;
    const part = percentOf(holding, percent);
    return percent === 100 ? written.exact(part) : written.cut(part);
  };
  const offered = buys
    ? [
        ...buys.map((amount) => ({ label: `${amount} ${unit}`.trim(), text: String(amount) })),
        { label: maxLabel, text: max },
      ]
    : quickSellPercents.map((percent) => ({ label: `${percent}%`, text: partOf(percent) }));
  return (
    <fieldset className={`grid gap-2 ${buys ? "grid-cols-4" : "grid-cols-3"}`}>
      <legend className="sr-only">Quick amounts</legend>
      {offered.map(({ label, text }) => (
        <AmountChip key={label} {...{ label, text, onPick }} isChosen={text === typed} />
      ))}
    </fieldset>
  );
};
