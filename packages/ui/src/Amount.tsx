import { ArrowDown, ArrowUp } from "lucide-react";
import { classes } from "./classes.ts";

/** A figure with its unit, in tabular numerals. `text` is formatted by the caller: money is never a number here. */
export const Amount = ({ text, unit, className }: { text: string; unit?: string; className?: string }) => (
  <span className={classes("tabular-nums whitespace-nowrap", className)}>
    {text}
    {unit ? <span className="text-muted"> {unit}</span> : null}
  </span>
);

/** A change since an earlier price, in tenths of a per cent: arrow, colour and words say the same. */
export const Change = ({ permille, className }: { permille: number | null; className?: string }) => {
  if (permille === null) return <span className={classes("text-muted", className)}>new</span>;
  const text = `${(Math.abs(permille) / 10).toFixed(1)} %`;
  if (permille === 0) return <span className={classes("tabular-nums text-muted", className)}>{text}</span>;
  const isUp = permille > 0;
  return (
    <span
      className={classes(
        "inline-flex items-baseline gap-0.5 tabular-nums whitespace-nowrap",
        isUp ? "text-up" : "text-down",
        className,
      )}
    >
      {isUp ? (
        <ArrowUp aria-hidden size={14} className="self-center" />
      ) : (
        <ArrowDown aria-hidden size={14} className="self-center" />
      )}
      <span className="sr-only">{isUp ? "up " : "down "}</span>
      {text}
    </span>
  );
};
