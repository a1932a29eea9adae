import { OTPField } from "@base-ui/react/otp-field";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

/**
 * One box per digit, for a code from a mail or a message. Accepts a pasted code and the phone's autofill, in the digits of any
 * script.
 */
export const CodeField = ({
  label,
  digits,
  value,
  digitsOf,
  onChange,
  error,
  autoFocus = false,
}: {
  label: string;
  digits: number;
  value: string;
  /** The digits 0 to 9 of a typed or pasted text. */
  digitsOf: (text: string) => string;
  onChange: (digits: string) => void;
  /** What is wrong and how to correct it; announced at once. */
  error?: ReactNode;
  /** Focuses the first box when the field appears. */
  autoFocus?: boolean;
}) => {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={digits}
        value={value}
        // Its own filter knows 0 to 9 alone.
        validationType="none"
        normalizeValue={digitsOf}
        inputMode="numeric"
        onValueChange={onChange}
        aria-label={label}
        aria-describedby={error ? `${id}-error` : undefined}
        className="grid grid-flow-col gap-2 [grid-auto-columns:minmax(0,1fr)]"
      >
        {Array.from({ length: digits }, (_, index) => index + 1).map((position) => (
          <OTPField.Input
            key={position}
            autoFocus={autoFocus && position === 1}
            aria-label={position === 1 ? undefined : `Digit ${position} of ${digits}`}
            aria-invalid={error ? true : undefined}
            className={classes(
              "h-14 w-full rounded-control border bg-bg text-center text-xl font-semibold tabular-nums caret-ember outline-none focus:border-ember focus:shadow-[inset_0_0_0_1px_var(--tribe-ember)]",
              error ? "border-down text-down" : "border-line-strong",
            )}
          />
        ))}
      </OTPField.Root>
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-down">
          {error}
        </p>
      ) : null}
    </div>
  );
};
