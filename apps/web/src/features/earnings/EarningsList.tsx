import { useInfiniteQuery } from "@tanstack/react-query";
import { apiErrors, type LocalUser } from "@tribe/contract";
import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Coins } from "@tribe/ui/icons";
import { codeOf } from "../../shared/api/error-code.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { ShowMore } from "../../shared/components/ShowMore.tsx";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { EarningLine } from "./EarningLine.tsx";
import { openPayout } from "./open-payout.ts";
import { earningsQuery } from "./queries.ts";
import { SideCard } from "./SideCard.tsx";

const skeletons = ["a", "b", "c", "d"];

/** The sums of both sides, and the trades behind them. */
export const EarningsList = ({ user }: { user: LocalUser }) => {
  const { address, tokens } = user;
  // Only with a wallet, which a new person gets a moment later: an earlier answer would be cached for half a minute.
  const pages = useInfiniteQuery({ ...earningsQuery, enabled: address !== null });
  const { data, error, refetch, isFetchNextPageError } = pages;
  const token = tokens[0];
  if (address === null || codeOf(error) === "wallet_missing")
    return <p className="text-sm text-muted">{apiErrors.wallet_missing.message}</p>;
  if (error && !data) return <QueryError isPart error={error} onRetry={() => void refetch()} />;
  const first = data?.pages[0];
  // The cached sums may have been paid out since.
  if (!data || !first || isAwaited(pages))
    return (
      <Loading label="Loading your earnings">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
        {skeletons.map((key) => (
          <Skeleton key={key} className="mt-3 h-12" />
        ))}
      </Loading>
    );
  const items = data.pages.flatMap((page) => page.items);
  return (
    <>
      {/* The cached sums stay below the error, which shows that they are not current. */}
      {error && !isFetchNextPageError ? <QueryError isPart error={error} onRetry={() => void refetch()} /> : null}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {token || first.creator.trades > 0 ? (
          <SideCard
            id="chief-heading"
            title="As Chief"
            side={first.creator}
            note="Grows with each trade of your token. Paid automatically every 10 minutes once above 0.01 SOL."
          >
            {token && address && first.creator.accrued > 0n ? (
              <Button small className="self-start" onClick={() => openPayout(token.tokenId, address)}>
                Pay out now
              </Button>
            ) : null}
          </SideCard>
        ) : null}
        <SideCard
          id="inviter-heading"
          title="From invites"
          side={first.referral}
          note="Paid into your wallet with each trade."
        />
      </div>
      <section aria-labelledby="earnings-trades-heading" className="flex flex-col gap-2 border-t border-line pt-6">
        <h2 id="earnings-trades-heading" className="font-display text-lg font-semibold">
          Earnings history
        </h2>
        {items.length === 0 ? (
          <EmptyState
            icon={<Coins size={24} />}
            title="Nothing earned yet"
            message="Share your link or create a Tribe: each trade you earn from shows up here."
          />
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {items.map((earning) => (
              <li key={`${earning.signature} ${earning.mint} ${earning.kind}`}>
                <EarningLine earning={earning} />
              </li>
            ))}
          </ul>
        )}
        <ShowMore pages={pages} />
      </section>
    </>
  );
};
