import type { WorthRounding } from "@tribe/domain/money";
import { classes } from "@tribe/ui";
import { memo } from "react";
import { formatWorth } from "./format-worth.ts";
import { useOwnRate } from "./rate.ts";

/**
 * Lamports in the person's own currency, "≈ 21.30 €", beside or below the same amount in SOL. Without a fresh rate it is empty, and
 * keeps its line, so that nothing moves when one comes; without rates, or by the person's choice, it is not there.
 */
export const Worth = memo(function Worth({
  lamports,
  rounding = "down",
  after = "",
  className,
}: {
  /** Null while the amount is not known; nothing is shown for 0. */
  lamports: bigint | null;
  /** Up for what somebody pays, as for SOL. */
  rounding?: WorthRounding;
  /** Separates it from what follows in the same line. */
  after?: string;
  className?: string;
}) {
  const rate = useOwnRate();
  if (rate.kind === "none") return null;
  // "0 SOL ≈ $0" says nothing twice.
  if (rate.kind === "awaited" || !lamports) return <span className={className}>{"\u200b"}</span>;
  const { shown, spoken } = formatWorth(lamports, { ...rate, rounding, locale: navigator.language });
  return (
    <span className={classes("animate-appear font-normal whitespace-nowrap text-muted tabular-nums", className)}>
      <span aria-hidden>
        <bdi dir="ltr">{shown}</bdi>
        {after}
      </span>
      <span className="sr-only">{`, ${spoken}${after ? ", " : ""}`}</span>
    </span>
  );
});
