import { useComposed } from "@tribe/ui";
import { type ReactNode, useId } from "react";
import { LinkButton } from "../panel/LinkButton.tsx";
import { typedAmount } from "./typed-amount.ts";

/** An action that fixes a problem with an amount. */
export interface AmountFix {
  readonly label: string;
  readonly act: () => void;
}

/** The amount, large, with its unit, its outcome in one line, and the problem with it, with buttons that fix it. */
export const AmountField = ({
  text,
  heading,
  available,
  unit,
  outcome,
  decimals,
  keepsInvalid,
  wrong,
  onChange,
}: {
  text: string;
  /** "You pay", "You sell". */
  heading: string;
  /** The available balance. */
  available: ReactNode;
  unit: ReactNode;
  /** The most decimals; a trade's by default. */
  decimals?: number;
  /** Keeps a text that is no amount; `wrong` then says so. Otherwise the field doesn't take it. */
  keepsInvalid?: boolean;
  /** The amount's outcome and price; null keeps its line empty, undefined removes the line. */
  outcome?: ReactNode;
  wrong: { readonly words: string; readonly fixes: readonly AmountFix[] } | null;
  /** Receives digits and at most one dot, unless invalid texts are kept. */
  onChange: (text: string) => void;
}) => {
  const id = useId();
  const typed = useComposed({
    value: text,
    onChange: (event) => onChange(typedAmount(event, text, decimals, keepsInvalid)),
  });
  return (
    <div className="flex flex-col gap-1">
      <div
        className={`flex flex-col rounded-card border bg-bg px-4 py-3 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ember ${wrong ? "border-down" : "border-line-strong"}`}
      >
        <div className="flex items-center justify-between gap-3 text-xs text-muted">
          <label htmlFor={id}>
            <span className="sr-only">Amount: </span>
            {heading}
          </label>
          {available}
        </div>
        <div className="flex items-center gap-2">
          <input
            id={id}
            aria-label="Amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            {...typed}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : outcome === undefined ? undefined : `${id}-outcome`}
            className={`min-h-12 min-w-0 flex-1 bg-transparent text-2xl font-semibold tracking-tight tabular-nums outline-none placeholder:text-faint ${wrong ? "text-down" : ""}`}
          />
          {typeof unit === "string" ? (
            // Limited, because a long symbol would leave no room for the amount.
            <bdi className="max-w-2/5 shrink-0 truncate text-sm font-semibold" title={unit}>
              {unit}
            </bdi>
          ) : (
            unit
          )}
        </div>
        {outcome === undefined ? null : (
          <p
            id={`${id}-outcome`}
            aria-live="polite"
            className="@container min-h-5 text-sm leading-5 wrap-anywhere text-muted"
          >
            {outcome}
          </p>
        )}
      </div>
      {wrong ? (
        <p id={`${id}-wrong`} role="alert" className="text-sm text-down">
          <span className="flex flex-wrap items-center gap-x-3">
            {wrong.words}
            {wrong.fixes.map(({ label, act }) => (
              <LinkButton key={label} onPress={act}>
                {label}
              </LinkButton>
            ))}
          </span>
        </p>
      ) : null}
    </div>
  );
};
