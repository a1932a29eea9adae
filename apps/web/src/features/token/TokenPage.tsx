import { useParams } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { ErrorPanel, useMediaQuery } from "@tribe/ui";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Rested } from "../../shared/components/Rested.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { codeOf } from "../../shared/errors.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { ChiefLine } from "./ChiefLine.tsx";
import { CurveFacts } from "./CurveFacts.tsx";
import { ChartNotice } from "./chart/ChartNotice.tsx";
import { ChartSection } from "./chart/ChartSection.tsx";
import { LatestTrades } from "./LatestTrades.tsx";
import { MembersPanel } from "./MembersPanel.tsx";
import { PoolFacts } from "./PoolFacts.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { TokenActions } from "./TokenActions.tsx";
import { TokenSkeleton } from "./TokenSkeleton.tsx";
import { TopHolders } from "./TopHolders.tsx";

/** Everything about one Tribe's token, and the way into its chat. */
export const TokenPage = () => {
  const { mint } = useParams({ from: "/token/$mint" });
  const token = useToken(mint);
  const back = useBack();
  useWatch(mint);
  if (token.data) return <Known token={token.data} />;
  if (codeOf(token.error) === "not_found")
    return (
      <ErrorPanel
        heading="h1"
        title="This token is not known here"
        cause="The link may be wrong, or it is not indexed yet."
        action="Go back"
        onAction={back}
      />
    );
  if (token.error) return <QueryError error={token.error} onRetry={() => void token.refetch()} />;
  return <TokenSkeleton />;
};

const Known = ({ token }: { token: TokenProfile }) => {
  const isWide = useMediaQuery("(min-width: 1024px)");
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-4 lg:flex-row lg:py-6">
      <div className="flex min-w-0 flex-1 flex-col gap-4 lg:gap-6">
        <header className="flex items-center gap-3">
          <BackButton />
          <PersonAvatar seed={token.mint} src={token.pfp} name="" size={56} shape="token" />
          <div className="min-w-0 flex-1">
            <h1 className="truncate font-display text-lg font-semibold sm:text-xl">{token.name}</h1>
            <p className="text-sm text-muted">{token.symbol}</p>
          </div>
          <ShareButton token={token} />
        </header>
        <section aria-label="Price" className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <p className="font-display text-xl font-bold lg:text-2xl" aria-live="polite">
            <Sol lamports={token.price} />
          </p>
          <p className="text-sm text-muted">
            {token.priceDayAgo === null ? (
              "Less than a day old"
            ) : (
              <>
                <PriceChange now={token.price} before={token.priceDayAgo} /> in 24 hours
              </>
            )}
          </p>
        </section>
        <ChartSection token={token} />
        {isWide ? null : <TokenActions token={token} />}
        {token.newMint === null ? <CurveFacts token={token} /> : <PoolFacts token={token} />}
        {/* The lists below the first screen, and what they ask for, come when that screen stands, one by one from the top. */}
        <Rested turn={1}>
          <LatestTrades token={token} />
        </Rested>
        {isWide ? (
          <Rested turn={3}>
            <TopHolders token={token} />
          </Rested>
        ) : null}
        {isWide ? <ChartNotice /> : null}
      </div>
      <aside aria-label="Trade and members" className="flex shrink-0 flex-col gap-6 lg:w-80">
        {isWide ? <TokenActions token={token} /> : null}
        <ChiefLine token={token} />
        <Rested turn={2}>
          <MembersPanel token={token} />
        </Rested>
        {isWide ? null : (
          <>
            <Rested turn={3}>
              <TopHolders token={token} />
            </Rested>
            <ChartNotice />
          </>
        )}
      </aside>
    </div>
  );
};
