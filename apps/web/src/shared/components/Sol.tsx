import { formatAmount } from "@tribe/domain";
import { Amount } from "@tribe/ui";

/** Lamports shown as SOL. */
export const Sol = ({ lamports, className }: { lamports: bigint; className?: string }) => (
  <Amount text={formatAmount(lamports)} unit="SOL" {...(className ? { className } : {})} />
);

/** Token base units with the token's symbol. */
export const Tokens = ({ units, symbol, className }: { units: bigint; symbol: string; className?: string }) => (
  <Amount text={formatAmount(units)} unit={symbol} {...(className ? { className } : {})} />
);
