import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { useComposed } from "../browser/use-composed.ts";
import { classes } from "../classes.ts";

export interface TextFieldProps extends Omit<ComponentPropsWithRef<"input">, "id" | "children"> {
  label: string;
  /** Hides the label visually; it remains the field's accessible name. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong and how to correct it; announced at once. */
  error?: ReactNode;
  /** Shown inside the field's right edge, such as a unit. */
  suffix?: ReactNode;
  large?: boolean;
}

/** A labelled single-line field; hint and error are linked to it for screen readers. */
export const TextField = ({
  label,
  labelHidden = false,
  hint,
  error,
  suffix,
  large = false,
  className,
  ...rest
}: TextFieldProps) => {
  const id = useId();
  const composed = useComposed(rest);
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={classes("flex flex-col gap-1", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium text-muted"}>
        {label}
      </label>
      <div
        className={classes(
          "flex items-center gap-2 rounded-control border bg-bg px-3 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ember",
          error ? "border-down" : "border-line-strong",
        )}
      >
        <input
          {...rest}
          {...composed}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={classes(
            "min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted disabled:text-muted",
            large ? "min-h-14 font-display text-xl tabular-nums" : "min-h-11 text-base",
            Boolean(error) && "text-down",
          )}
        />
        {suffix ? <span className="shrink-0 text-sm text-muted">{suffix}</span> : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-down">
          {error}
        </p>
      ) : null}
    </div>
  );
};
