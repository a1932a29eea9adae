import { Button } from "@tribe/ui";
import { memo } from "react";

/** The specification's word for the largest amount. */
export const maxLabel = "MAX";

interface AmountChipProps {
  readonly label: string;
  /** The amount as typed text; null while unknown. */
  readonly text: string | null;
  /** Whether the field has this amount. */
  readonly isChosen: boolean;
  readonly onPick: (text: string) => void;
}

/** Writes an amount into the field. Rendered only when its own amount or state changes, as each key in the field passes here. */
export const AmountChip = memo(function AmountChip({ label, text, isChosen, onPick }: AmountChipProps) {
  return (
    <Button
      small
      className="min-w-16 border border-transparent px-1! aria-pressed:border-ember"
      aria-pressed={isChosen}
      disabled={text === null}
      onClick={() => text !== null && onPick(text)}
    >
      {label}
    </Button>
  );
});
