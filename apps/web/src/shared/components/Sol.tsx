import { formatAmount, formatCost, formatExact } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { memo } from "react";

// Memoised: when one of many figures changes, as with a key in a trade dialog, the others are neither formatted nor rendered.

/** Lamports shown as SOL. */
export const Sol = memo(function Sol({ lamports, className }: { lamports: bigint; className?: string }) {
  return <Amount text={formatAmount(lamports)} unit="SOL" {...(className ? { className } : {})} />;
});

/** Lamports that somebody pays: rounded up to four places, exact when pointed at. */
export const Cost = memo(function Cost({ lamports, className }: { lamports: bigint; className?: string }) {
  return (
    <Amount
      text={formatCost(lamports)}
      unit="SOL"
      title={`${formatExact(lamports)} SOL`}
      {...(className ? { className } : {})}
    />
  );
});

/** Exact to the lamport: for limits, which would look lower if cut. */
export const ExactSol = memo(function ExactSol({ lamports }: { lamports: bigint }) {
  return <Amount text={formatExact(lamports)} unit="SOL" />;
});

/** Token base units with the token's symbol. */
export const Tokens = memo(function Tokens({
  units,
  symbol,
  className,
}: {
  units: bigint;
  symbol: string;
  className?: string;
}) {
  return <Amount text={formatAmount(units)} unit={symbol} {...(className ? { className } : {})} />;
});
