import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount, buttonClasses, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Flame } from "lucide-react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { formatNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { type Holding, holdingsQuery } from "./queries.ts";

const skeletons = ["a", "b", "c"];

/** The tokens that the person holds, and what they are worth. */
export const HoldingsSection = () => {
  const { data, error, refetch } = useQuery(holdingsQuery);
  return (
    <section aria-labelledby="holdings-heading" className="flex flex-col gap-2 border-t border-line pt-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="holdings-heading" className="font-display text-lg font-semibold">
          Your tokens
        </h2>
        {data && data.count > 0 ? (
          <p className="text-sm">
            <span className="text-muted">Worth </span>
            <Sol lamports={data.value} />
          </p>
        ) : null}
      </div>
      {data ? (
        data.count === 0 ? (
          <EmptyState
            icon={<Flame size={24} />}
            title="No tokens yet"
            message="Tokens you buy show up here with what they're worth."
          >
            <Link to="/" className={buttonClasses("plain")}>
              Browse Tribes
            </Link>
          </EmptyState>
        ) : (
          <>
            <ul className="-mx-2 flex flex-col">
              {data.holdings.map((holding) => (
                <li key={holding.mint}>
                  <HoldingRow holding={holding} />
                </li>
              ))}
            </ul>
            <p className="text-xs text-muted">
              {data.count > data.holdings.length
                ? `Your top ${data.holdings.length} of ${data.count}, at current prices. `
                : "At current prices. "}
              Large sells return less.
            </p>
          </>
        )
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your tokens">
          {skeletons.map((key) => (
            <Skeleton key={key} className="my-2 h-12" />
          ))}
        </Loading>
      )}
    </section>
  );
};

const HoldingRow = ({ holding }: { holding: Holding }) => {
  const { mint, name, symbol, pfp, amount, migrated, value, price, priceDayAgo } = holding;
  return (
    <Link
      to="/token/$mint"
      params={{ mint }}
      className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2 transition-colors hover:bg-surface"
    >
      <PersonAvatar seed={mint} src={pfp} name="" size={40} shape="token" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">{name}</span>
          <Sol lamports={value} className="shrink-0 font-medium" />
        </span>
        <span className="flex items-baseline justify-between gap-3 text-xs text-muted">
          {migrated ? (
            <Amount text={formatNewTokens(migrated.newTokens)} unit={symbol} />
          ) : (
            <Tokens units={amount} symbol={symbol} />
          )}
          <span className="shrink-0">
            <PriceChange now={price} before={priceDayAgo} className="text-xs" />
            {priceDayAgo === null ? null : (
              <>
                <span aria-hidden> 24h</span>
                <span className="sr-only"> in 24 hours</span>
              </>
            )}
          </span>
        </span>
        {migrated && migrated.oldTokens > 0n ? (
          <span className="text-xs text-ember-text">
            and <Tokens units={migrated.oldTokens} symbol={`old ${symbol}`} />, to convert before swapping
          </span>
        ) : null}
      </span>
    </Link>
  );
};
