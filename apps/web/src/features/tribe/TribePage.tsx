import { useParams, useRouterState, useSearch } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { ErrorPanel } from "@tribe/ui";
import { lazy, Suspense } from "react";
import { codeOf } from "../../shared/api/error-code.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { part } from "../../shared/navigation/part.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { useHasPanes } from "../../shared/state/panes.ts";
import { NarrowTribe } from "./NarrowTribe.tsx";
import { LazyPanes, LazyTribeSkeleton } from "./tribe-parts.ts";
import type { TribePlace } from "./tribe-place.ts";

/** Only for who comes from an alarm. */
const StayOpener = lazy(part(() => import("./seat/StayOpener.tsx").then((m) => ({ default: m.StayOpener }))));

/** A Tribe's page: its seats around the fire, its chat and its market, in panes or, on a phone, in tabs. */
export const TribePage = () => {
  const { mint } = useParams({ strict: false });
  const { stay } = useSearch({ strict: false });
  if (!mint) throw new Error("Both addresses of a Tribe name it");
  const place = useRouterState({
    select: ({ location }): TribePlace => (location.pathname.startsWith("/chat/") ? "chat" : "market"),
  });
  const token = useToken(mint);
  const back = useBack("/tribes");
  useWatch(mint);
  usePageTitle(token.data ? titleOf(token.data, place) : null);
  if (token.data)
    return (
      <>
        {stay === 1 ? (
          <Suspense>
            <StayOpener mint={mint} />
          </Suspense>
        ) : null}
        <Known token={token.data} place={place} />
      </>
    );
  if (codeOf(token.error) === "not_found")
    return (
      <ErrorPanel
        heading="h1"
        title={place === "chat" ? "Tribe not found" : "Token not found"}
        cause="The link may be wrong, or it's too new. Try again in a moment."
        action="Go back"
        onAction={back}
      />
    );
  if (token.error) return <QueryError error={token.error} onRetry={() => void token.refetch()} heading="h1" />;
  return (
    <Suspense>
      <LazyTribeSkeleton place={place} />
    </Suspense>
  );
};

const titleOf = ({ name, symbol }: TokenProfile, place: TribePlace): string =>
  place === "chat" ? `${name} chat` : `${name} (${symbol})`;

const Known = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const hasPanes = useHasPanes();
  return hasPanes ? (
    <Suspense fallback={<LazyTribeSkeleton place={place} />}>
      <LazyPanes token={token} place={place} />
    </Suspense>
  ) : (
    <NarrowTribe key={token.mint} token={token} place={place} />
  );
};
