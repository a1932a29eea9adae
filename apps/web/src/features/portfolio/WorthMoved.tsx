import { formatAmount, formatBps } from "@tribe/domain/money";
import { Change } from "@tribe/ui";
import { changeBps } from "../../shared/tokens/token-facts.ts";

/** The change of the total value within a day, in lamports; nothing if it has not changed, or is unknown. */
export const WorthMoved = ({ now, dayAgo }: { now: bigint; dayAgo: bigint | null }) => {
  if (dayAgo === null || now === dayAgo) return null;
  const direction = now > dayAgo ? "up" : "down";
  const moved = now - dayAgo;
  const amount = `${moved > 0n ? "+" : "−"}${formatAmount(moved > 0n ? moved : -moved)} SOL`;
  const bps = changeBps(now, dayAgo);
  // "0%" beside an amount would look like a mistake, and a value of 0 has no percentage: then only the amount is shown.
  const hasShare = bps !== null && bps !== 0;
  return (
    <>
      <Change direction={direction} text={hasShare ? formatBps(Math.abs(bps)) : amount} />{" "}
      <span className="text-muted">{hasShare ? `${amount} in 24 hours` : "in 24 hours"}</span>
    </>
  );
};
