import { Button, TextField } from "@tribe/ui";
import { LinkButton } from "../../shared/trading/LinkButton.tsx";
import type { TradeProblem } from "./assessment.ts";
import { problemWords } from "./problem-words.ts";

/** The amount with its unit; red with what is wrong and how to mend it. */
export const AmountField = ({
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
}) => (
  <TextField
    label="Amount"
    large
    inputMode="decimal"
    autoComplete="off"
    placeholder="0"
    value={text}
    onChange={(event) => onChange(event.target.value)}
    suffix={
      onTurnUnit ? (
        <Button
          small
          look="plain"
          aria-label={inSol ? `SOL: change to ${symbol}` : `${symbol}: change to SOL`}
          onClick={onTurnUnit}
        >
          {inSol ? "SOL" : symbol}
        </Button>
      ) : (
        symbol
      )
    }
    error={
      // The final tokens have a block of their own below.
      !problem || problem.kind === "finalTokens" ? undefined : (
        <span className="flex flex-wrap items-center gap-x-3">
          {problemWords(problem, symbol)}
          {problem.kind === "insufficientSol" ? (
            <LinkButton onPress={() => onDeposit(problem.required)}>Deposit</LinkButton>
          ) : problem.kind === "onlyLeft" ? (
            <LinkButton onPress={() => onBuyAll(problem.tokens)}>Buy them all</LinkButton>
          ) : null}
        </span>
      )
    }
  />
);
