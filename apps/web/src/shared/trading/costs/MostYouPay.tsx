import { formatExact } from "@tribe/domain/money";
import { ifPriceRisesText, mostYouPayText } from "@tribe/domain/words";
import { Worth } from "../../fiat/Worth.tsx";

/** The line under Next with the most that a purchase can cost. It keeps its room without a quote, so that Next never moves. */
export const MostYouPay = ({
  spend,
  riseBps,
}: {
  /** Lamports with fees and deposit; null without a quote. */
  spend: bigint | null;
  /** How far the price may rise, in basis points; 0 for an order of fixed SOL. */
  riseBps: number;
}) => (
  <p
    title={spend === null ? undefined : `${formatExact(spend)} SOL`}
    className="min-h-10 pt-2 text-center text-xs text-balance text-muted tabular-nums"
  >
    {spend === null ? null : (
      <>
        {mostYouPayText(spend)} <Worth lamports={spend} rounding="up" />
        {ifPriceRisesText(riseBps)}
      </>
    )}
  </p>
);

/** How far the price of an order may rise before it fails, in basis points, cut. */
export const riseOf = (maxLamports: bigint, total: bigint): number =>
  maxLamports > total && total > 0n ? Number(((maxLamports - total) * 10_000n) / total) : 0;
