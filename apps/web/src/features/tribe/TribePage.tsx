import { useParams, useRouterState } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { Suspense } from "react";
import { codeOf } from "../../shared/api/error-code.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { useHasPanes } from "../../shared/state/panes.ts";
import { NarrowTribe } from "./NarrowTribe.tsx";
import { StayOpener } from "./seat/StayOpener.tsx";
import { LazyPanes } from "./tribe-parts.ts";
import type { TribePlace } from "./tribe-place.ts";

/** A Tribe's page: its seats around the fire, its chat and its market, in panes or, on a phone, in tabs. */
export const TribePage = () => {
  const { mint } = useParams({ strict: false });
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
        <StayOpener mint={mint} />
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
  return <TribeSkeleton />;
};

const titleOf = ({ name, symbol }: TokenProfile, place: TribePlace): string =>
  place === "chat" ? `${name} chat` : `${name} (${symbol})`;

const Known = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const hasPanes = useHasPanes();
  return hasPanes ? (
    <Suspense fallback={<TribeSkeleton />}>
      <LazyPanes token={token} place={place} />
    </Suspense>
  ) : (
    <NarrowTribe key={token.mint} token={token} place={place} />
  );
};

/** The placeholder in the shape of the screen. */
const TribeSkeleton = () => (
  <Loading label="Loading the token">
    <h1 className="sr-only">Tribe</h1>
    <div className="flex h-full">
      <div className="hidden w-66 shrink-0 border-r border-line xl:block" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-14 items-center gap-3 px-4 lg:min-h-16">
          <Skeleton className="size-9 rounded-tribe" />
          <Skeleton className="h-5 w-40" />
        </div>
        <Skeleton className="h-61 rounded-none" />
        <div className="flex flex-col gap-4 p-4">
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="h-10 w-2/3" />
        </div>
      </div>
      <div className="hidden w-80 shrink-0 flex-col gap-4 border-l border-line p-5 lg:flex xl:w-90">
        <Skeleton className="h-10" />
        <Skeleton className="h-52" />
      </div>
    </div>
  </Loading>
);
