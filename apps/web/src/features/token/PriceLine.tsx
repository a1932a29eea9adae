import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { formatAmount } from "@tribe/domain";
import { Skeleton } from "@tribe/ui";
import { pricePath, pricePoints } from "./price-path.ts";
import { historyQuery } from "./queries.ts";

const width = 640;
const height = 140;

/** The price over time as one line. */
export const PriceLine = ({ mint }: { mint: Mint }) => {
  const { data } = useQuery(historyQuery(mint));
  if (!data) return <Skeleton className="h-36 w-full" />;
  const path = pricePath(pricePoints(data), width, height);
  if (!path)
    return (
      <p className="flex h-36 items-center justify-center rounded-card bg-surface px-4 text-center text-sm text-muted">
        The line begins with the second trade.
      </p>
    );
  const oldest = data.at(-1)?.unitPrice ?? 0n;
  const newest = data[0]?.unitPrice ?? 0n;
  return (
    <figure className={`h-36 w-full ${newest >= oldest ? "text-up" : "text-down"}`}>
      <svg
        viewBox={`0 -4 ${width} ${height + 8}`}
        preserveAspectRatio="none"
        className="size-full"
        role="img"
        aria-label={`Price from ${formatAmount(oldest)} to ${formatAmount(newest)} SOL over ${data.length} trades`}
      >
        <path d={`${path}V${height + 4}H0Z`} fill="currentColor" opacity="0.1" />
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
    </figure>
  );
};
