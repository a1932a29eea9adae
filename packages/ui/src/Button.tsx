import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Spinner } from "./Spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-ember text-on-ember not-disabled:hover:bg-ember-strong",
  secondary: "bg-raised text-text not-disabled:hover:bg-line",
  ghost: "bg-transparent text-text not-disabled:hover:bg-raised",
  danger: "bg-down-soft text-down not-disabled:hover:bg-down-hover",
};

const shape =
  "inline-flex select-none items-center justify-center gap-2 text-center rounded-control font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50";

/** Class names of a button, for a link that looks like one. */
export const buttonClasses = (variant: ButtonVariant = "secondary", small = false): string =>
  classes(shape, small ? "min-h-9 px-3 text-sm pointer-coarse:min-h-11" : "min-h-11 px-4 text-base", variants[variant]);

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  /** `primary`: the one main action of a screen, in ember. */
  variant?: ButtonVariant;
  small?: boolean;
  /** Shows a spinner in place; the button keeps its width and cannot be pressed twice. */
  busy?: boolean;
  icon?: ReactNode;
}

/** The product's button. While `busy` it stays focusable, so that the focus is not lost, and ignores presses. */
export const Button = ({
  variant = "secondary",
  small = false,
  busy = false,
  icon,
  children,
  className,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={(event) => {
      if (busy) event.preventDefault();
      else onClick?.(event);
    }}
    className={classes(buttonClasses(variant, small), "relative", className)}
  >
    {busy ? (
      <span className="absolute inset-0 flex items-center justify-center">
        <Spinner />
      </span>
    ) : null}
    <span className={classes("inline-flex items-center gap-2", busy && "opacity-0")}>
      {icon}
      {children}
    </span>
  </button>
);

/** A button that shows only an icon; its name is for screen readers and the tooltip. */
export const IconButton = ({
  label,
  children,
  className,
  type = "button",
  ...rest
}: ComponentPropsWithRef<"button"> & { label: string }) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    title={label}
    className={classes(
      shape,
      "size-11 shrink-0 text-muted not-disabled:hover:bg-raised not-disabled:hover:text-text",
      className,
    )}
  >
    {children}
  </button>
);
