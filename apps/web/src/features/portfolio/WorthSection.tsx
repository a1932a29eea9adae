import { useQuery } from "@tanstack/react-query";
import type { Address } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { Skeleton } from "@tribe/ui";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { RollingAmount } from "../../shared/components/RollingAmount.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { useBalance } from "../../shared/queries/chain.ts";
import { holdingsQuery } from "../../shared/queries/holdings.ts";
import { WorthLine } from "./WorthLine.tsx";
import { WorthMoved } from "./WorthMoved.tsx";
import { dayWorths, worthOf } from "./worth.ts";

/** The total value of SOL and tokens, and its change by the tokens' prices within a day. */
export const WorthSection = ({
  address,
}: {
  /** Null if there is no wallet yet; undefined while loading. */
  address: Address | null | undefined;
}) => {
  const { data: balance, error, refetch } = useBalance(address ?? null, true);
  const { data: held } = useQuery({ ...holdingsQuery, enabled: Boolean(address) });
  if (error && balance === undefined) return <QueryError isPart error={error} onRetry={() => void refetch()} />;
  const isKnown = balance !== undefined && balance !== null && held !== undefined;
  const { now, dayAgo } = isKnown ? worthOf(balance, held.value, held.holdings) : { now: 0n, dayAgo: null };
  const worths = isKnown && held.dayWorth !== null ? dayWorths(balance, held.dayWorth, now) : null;
  return (
    <section aria-label="Worth" className="flex items-end justify-between gap-6">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-sm text-muted">Total</p>
        {/* At twice the text size thousands would not fit a phone. */}
        <p
          className="font-display text-[length:min(var(--text-2xl),13vw)] leading-(--text-2xl--line-height) font-bold"
          aria-live="polite"
        >
          {address === null ? (
            <span className="text-lg">{texts.walletNotReady}</span>
          ) : isKnown ? (
            <RollingAmount text={formatAmount(now)} unit="SOL" />
          ) : (
            <Skeleton className="h-11.5 w-48" />
          )}
        </p>
        <p className="text-base empty:hidden">
          <Worth lamports={isKnown ? now : null} className="text-text!" />
        </p>
        <p className="min-h-5.5 text-sm">
          <WorthMoved now={now} dayAgo={dayAgo} />
        </p>
      </div>
      <div className="hidden h-22 w-70 shrink-0 sm:block">{worths === null ? null : <WorthLine worths={worths} />}</div>
    </section>
  );
};
