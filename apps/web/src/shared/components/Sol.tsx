import { formatAmount, formatExact } from "@tribe/domain";
import { Amount } from "@tribe/ui";

/** Lamports shown as SOL. */
export const Sol = ({ lamports, className }: { lamports: bigint; className?: string }) => (
  <Amount text={formatAmount(lamports)} unit="SOL" {...(className ? { className } : {})} />
);

/** Lamports to the last one: of a limit, which cut would be lower than it is. */
export const ExactSol = ({ lamports }: { lamports: bigint }) => <Amount text={formatExact(lamports)} unit="SOL" />;

/** Token base units with the token's symbol. */
export const Tokens = ({ units, symbol, className }: { units: bigint; symbol: string; className?: string }) => (
  <Amount text={formatAmount(units)} unit={symbol} {...(className ? { className } : {})} />
);
