import { TextField } from "@tribe/ui";
import { LinkButton } from "../../shared/trading/LinkButton.tsx";
import type { SwapProblem } from "./assess-swap.ts";
import { swapProblemWords } from "./swap-words.ts";

/** SOL to spend or new tokens to sell; red with what is wrong and how to mend it. */
export const SwapAmountField = ({
  text,
  unit,
  problem,
  onChange,
  onDeposit,
}: {
  text: string;
  unit: string;
  problem: SwapProblem | null;
  onChange: (text: string) => void;
  onDeposit: (required: bigint) => void;
}) => (
  <TextField
    label="Amount"
    large
    inputMode="decimal"
    autoComplete="off"
    placeholder="0"
    value={text}
    onChange={(event) => onChange(event.target.value)}
    suffix={unit}
    error={
      problem ? (
        <span className="flex flex-wrap items-center gap-x-3">
          {swapProblemWords(problem)}
          {problem.kind === "insufficientSol" ? (
            <LinkButton onPress={() => onDeposit(problem.required)}>Deposit</LinkButton>
          ) : null}
        </span>
      ) : undefined
    }
  />
);
