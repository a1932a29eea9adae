import { Button } from "@tribe/ui";
import { memo } from "react";
import { AmountField } from "../../shared/trading/AmountField.tsx";
import type { TradeProblem } from "./assessment.ts";
import { problemWords } from "./problem-words.ts";

/** The amount in tokens or SOL, with what stands in the way of it. */
export const TradeAmount = ({
  text,
  symbol,
  inSol,
  problem,
  onChange,
  onTurnUnit,
  onDeposit,
  onBuyAll,
}: {
  text: string;
  symbol: string;
  inSol: boolean;
  problem: TradeProblem | null;
  onChange: (text: string) => void;
  /** Changes between SOL and tokens; null where there is only one way. */
  onTurnUnit: (() => void) | null;
  onDeposit: (required: bigint) => void;
  onBuyAll: (tokens: bigint) => void;
}) => {
  const mendOf = (known: TradeProblem) => {
    if (known.kind === "insufficientSol") return { label: "Deposit", act: () => onDeposit(known.required) };
    return known.kind === "onlyLeft" ? { label: "Buy them all", act: () => onBuyAll(known.tokens) } : null;
  };
  return (
    <AmountField
      text={text}
      unit={onTurnUnit ? <UnitButton symbol={symbol} inSol={inSol} onTurn={onTurnUnit} /> : symbol}
      wrong={
        // The final tokens have a block of their own below.
        problem && problem.kind !== "finalTokens"
          ? { words: problemWords(problem, symbol), mend: mendOf(problem) }
          : null
      }
      onChange={onChange}
    />
  );
};

const UnitButton = memo(function UnitButton({
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
      look="plain"
      aria-label={inSol ? `SOL: change to ${symbol}` : `${symbol}: change to SOL`}
      onClick={onTurn}
    >
      {inSol ? "SOL" : symbol}
    </Button>
  );
});
