import { classes } from "./classes.ts";
import { ArrowDown, ArrowUp } from "./icons/index.ts";

/** A figure with its unit, in tabular numerals. The caller formats `text`: money is never a number here. */
export const Amount = ({
  text,
  unit,
  title,
  className,
}: {
  text: string;
  unit?: string;
  /** The figure in full, shown when it is pointed at. */
  title?: string;
  className?: string;
}) => (
  <span title={title} className={classes("tabular-nums whitespace-nowrap", className)}>
    {text}
    {unit ? <span className="text-muted"> {unit}</span> : null}
  </span>
);

/** A change up or down: arrow, colour and words all say it. The caller formats its size, `text`. */
export const Change = ({
  direction,
  text,
  className,
}: {
  direction: "up" | "down" | "none";
  text: string;
  className?: string;
}) => {
  if (direction === "none") return <span className={classes("tabular-nums text-muted", className)}>{text}</span>;
  const isUp = direction === "up";
  return (
    <span
      className={classes(
        "inline-flex items-baseline gap-0.5 tabular-nums whitespace-nowrap",
        isUp ? "text-up" : "text-down",
        className,
      )}
    >
      {isUp ? (
        <ArrowUp aria-hidden size={14} className="shrink-0 self-center" />
      ) : (
        <ArrowDown aria-hidden size={14} className="shrink-0 self-center" />
      )}
      <span className="sr-only">{isUp ? "up " : "down "}</span>
      {text}
    </span>
  );
};
