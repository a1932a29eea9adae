import { quickSellPercents } from "@tribe/contract";
import { percentOf } from "@tribe/domain/money";
import { AmountChip, maxLabel } from "./AmountChip.tsx";

interface QuickAmountsProps {
  /** The amounts offered for a buy, as typed; null for a sell. */
  readonly buys: readonly (bigint | number)[] | null;
  /** The unit of a buy's amounts if it is not the token. */
  readonly unit?: "SOL" | "";
  /** The most that a buy can spend or bring, as typed; null while unknown, or if nothing. */
  readonly max: string | null;
  /** Base units. */
  readonly holding: bigint | null;
  /** Formats base units as input text: the whole holding exactly, below the fourth decimal too; a part cut. */
  readonly written: { readonly exact: (units: bigint) => string; readonly cut: (units: bigint) => string };
  /** The field's text. */
  readonly typed: string;
  readonly onPick: (text: string) => void;
}

/** Whole amounts and the most that can be paid for a buy; 25, 50, 100 % of the holding for a sell. */
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
