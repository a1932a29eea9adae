import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClasses, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Flame } from "@tribe/ui/icons";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { useBalance } from "../../shared/queries/chain.ts";
import { heldCostsQuery } from "../../shared/queries/costs.ts";
import { holdingsQuery } from "../../shared/queries/holdings.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { ownSeatsQuery } from "../../shared/queries/own-seats.ts";
import { TokenRow } from "./TokenRow.tsx";

const skeletons = ["a", "b", "c"];

/** SOL and the tokens that the person holds, with their amounts, seats and values. */
export const TokensSection = () => {
  const user = useLocalUser();
  const { data: balance } = useBalance(user?.address ?? null);
  const { data, error, refetch } = useQuery(holdingsQuery);
  const { data: seats } = useQuery(ownSeatsQuery);
  const { data: costs } = useQuery(heldCostsQuery);
  return (
    <section aria-labelledby="holdings-heading" className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="holdings-heading" className="text-sm font-semibold">
          Your tokens
        </h2>
        {data && data.count > 0 ? <p className="text-xs text-muted">Gain or loss so far</p> : null}
      </div>
      {data ? (
        <>
          <div className="flex min-h-16 flex-wrap items-center gap-x-3">
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-tribe bg-raised font-semibold"
            >
              S
            </span>
            <p className="min-w-0 flex-1 basis-[6em]">
              <span className="block font-medium">SOL</span>
              <span className="block text-sm text-muted">To trade with and pay fees</span>
            </p>
            {balance === undefined || balance === null ? null : (
              <span className="ml-auto flex flex-col items-end">
                <Sol lamports={balance} className="font-medium" />
                <Worth lamports={balance} className="text-sm" />
              </span>
            )}
          </div>
          {data.count === 0 ? (
            <EmptyState
              icon={<Flame size={24} />}
              title="No tokens yet"
              message="Tokens you buy show up here with what they're worth."
            >
              <Link to="/" className={buttonClasses("secondary")}>
                Browse Tribes
              </Link>
            </EmptyState>
          ) : (
            <>
              <ul className="-mx-2 flex flex-col">
                {data.holdings.map((holding) => (
                  <li key={holding.mint}>
                    <TokenRow
                      holding={holding}
                      seat={seats?.find(({ mint }) => mint === holding.mint) ?? null}
                      cost={costs?.costs.find(({ mint }) => mint === holding.mint) ?? null}
                    />
                  </li>
                ))}
              </ul>
              <p className="pt-2 text-xs text-muted">
                {data.count > data.holdings.length
                  ? `Your top ${data.holdings.length} of ${data.count}, at current prices. `
                  : "At current prices. "}
                Large sells return less.
              </p>
            </>
          )}
        </>
      ) : error ? (
        <QueryError isPart error={error} onRetry={() => void refetch()} />
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
