import { Button } from "@tribe/ui";
import { ArrowLeftRight } from "@tribe/ui/icons";
import { memo, type ReactNode } from "react";
import { AmountField, type AmountFix } from "../../shared/trading/amount/AmountField.tsx";
import type { TradeProblem } from "./assessment.ts";
import { problemWords } from "./problem-words.ts";

/** The amount in tokens or SOL, with what prevents it. */
export const TradeAmount = ({
  text,
  symbol,
  inSol,
  problem,
  outcome,
  available,
  heading,
  onChange,
  onTurnUnit,
  onDeposit,
  onBuyAll,
  max,
}: {
  text: string;
  symbol: string;
  inSol: boolean;
  problem: TradeProblem | null;
  outcome: ReactNode;
  available: ReactNode;
  heading: string;
  onChange: (text: string) => void;
  /** Switches between SOL and tokens; null if there is only one unit. */
  onTurnUnit: (() => void) | null;
  onDeposit: (required: bigint) => void;
  onBuyAll: (tokens: bigint) => void;
  /** The largest affordable amount as input text, offered together with the error. */
  max: string | null;
}) => {
  const fixesOf = (known: TradeProblem): readonly AmountFix[] => {
    if (known.kind === "onlyLeft") return [{ label: "Buy all that's left", act: () => onBuyAll(known.tokens) }];
    if (known.kind !== "insufficientSol") return [];
    const deposit = { label: "Deposit", act: () => onDeposit(known.required) };
    return max === null ? [deposit] : [deposit, { label: `Buy ${max} instead`, act: () => onChange(max) }];
  };
  return (
    <AmountField
      text={text}
      heading={heading}
      available={available}
      outcome={outcome}
      unit={onTurnUnit ? <UnitButton symbol={symbol} inSol={inSol} onTurn={onTurnUnit} /> : symbol}
      wrong={
        // The final tokens have a block of their own below.
        problem && problem.kind !== "finalTokens"
          ? { words: problemWords(problem, symbol), fixes: fixesOf(problem) }
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
