import { Button } from "@tribe/ui";
import { ArrowLeftRight } from "@tribe/ui/icons";
import { memo } from "react";

/** Switches the amount between SOL and tokens. */
export const UnitButton = memo(function UnitButton({
  symbol,
  inSol,
  onTurn,
}: {
  symbol: string;
  inSol: boolean;
  onTurn: () => void;
}) {
  return (
    <Button
      small
      variant="secondary"
      className="shrink-0"
      aria-label={inSol ? `SOL: change to ${symbol}` : `${symbol}: change to SOL`}
      onClick={onTurn}
    >
      <bdi className="max-w-28 truncate">{inSol ? "SOL" : symbol}</bdi>
      <ArrowLeftRight aria-hidden size={14} />
    </Button>
  );
});
