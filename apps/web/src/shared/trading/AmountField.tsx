import { TextField } from "@tribe/ui";
import type { ReactNode } from "react";
import { LinkButton } from "./LinkButton.tsx";
import { typedAmount } from "./typed-amount.ts";

/** The amount with its unit; red with what is wrong and how to mend it. */
export const AmountField = ({
  text,
  unit,
  wrong,
  onChange,
}: {
  text: string;
  unit: ReactNode;
  wrong: { readonly words: string; readonly mend: { readonly label: string; readonly act: () => void } | null } | null;
  /** Gets digits and at most one dot. */
  onChange: (text: string) => void;
}) => (
  <TextField
    label="Amount"
    large
    inputMode="decimal"
    autoComplete="off"
    placeholder="0"
    value={text}
    onChange={(event) => onChange(typedAmount(event, text))}
    suffix={unit}
    error={
      wrong ? (
        <span className="flex flex-wrap items-center gap-x-3">
          {wrong.words}
          {wrong.mend ? <LinkButton onPress={wrong.mend.act}>{wrong.mend.label}</LinkButton> : null}
        </span>
      ) : undefined
    }
  />
);
