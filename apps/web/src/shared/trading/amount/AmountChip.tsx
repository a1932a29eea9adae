import { Button } from "@tribe/ui";
import { memo } from "react";

/** The specification's word for the most that may go. */
export const maxLabel = "MAX";

interface AmountChipProps {
  readonly label: string;
  /** The amount as it is typed; null while there is none. */
  readonly text: string | null;
  /** It is what the field says. */
  readonly isChosen: boolean;
  readonly onPick: (text: string) => void;
}

/**
 * Writes an amount into the field. It is drawn again only where its own amount or state has changed: each key in the field comes
 * by here.
 */
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
