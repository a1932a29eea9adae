import { formatBps } from "@tribe/domain/money";
import { Change } from "@tribe/ui";
import { changeBps } from "../tokens/token-facts.ts";

/** The change of a price within a day; "new" if there was no price then. */
export const PriceChange = ({ now, before, className }: { now: bigint; before: bigint | null; className?: string }) => {
  const change = changeBps(now, before);
  const look = className ? { className } : {};
  if (change === null) return <Change direction="none" text="new" {...look} />;
  const direction = change > 0 ? "up" : change < 0 ? "down" : "none";
  return <Change direction={direction} text={formatBps(Math.abs(change))} {...look} />;
};
