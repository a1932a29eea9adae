import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { codeOf } from "../../shared/api/errors.ts";
import { Address } from "../../shared/components/Address.tsx";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { userQuery } from "./queries.ts";

/** A person as others see them. */
export const UserPage = () => {
  const { address } = useParams({ from: "/user/$address" });
  const { data, error, refetch } = useQuery(userQuery(address));
  const back = useBack();
  usePageTitle(data ? data.user.displayName : null);
  if (codeOf(error) === "not_found")
    return (
      <ErrorPanel
        heading="h1"
        title="No one here has this address"
        cause="This wallet hasn't been used on Tribe."
        action="Go back"
        onAction={back}
      />
    );
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label="Loading the profile">
        <div className="mx-auto flex max-w-xl gap-4 px-4 py-6">
          <Skeleton className="size-20 rounded-full" />
          <Skeleton className="h-20 flex-1" />
        </div>
      </Loading>
    );
  const { user, tokens } = data;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      <div>
        <BackButton />
      </div>
      <header className="flex items-center gap-4">
        <PersonAvatar seed={user.uid} src={user.pfp} name="" size={80} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h1 className="truncate font-display text-xl font-semibold">{user.displayName}</h1>
          {user.twitter ? (
            <a
              href={`https://x.com/${encodeURIComponent(user.twitter.handle)}`}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-6 items-center truncate text-sm text-muted underline-offset-2 hover:underline"
            >
              @{user.twitter.handle} on X
            </a>
          ) : null}
        </div>
      </header>
      {user.bio ? <p className="break-words whitespace-pre-wrap">{user.bio}</p> : null}
      <Address address={address} className="self-start" />
      {tokens.length > 0 ? (
        <section aria-labelledby="tribes-heading" className="flex flex-col gap-2 border-t border-line pt-6">
          <h2 id="tribes-heading" className="font-display text-lg font-semibold">
            Chief of
          </h2>
          {tokens.map((token) => (
            <Link
              key={token.mint}
              to="/token/$mint"
              params={{ mint: token.mint }}
              className="flex min-h-14 items-center gap-3 rounded-card px-2 hover:bg-surface"
            >
              <PersonAvatar seed={token.mint} src={user.pfp} name="" size={40} shape="token" />
              <span className="font-medium">{token.name}</span>
              <span className="text-sm text-muted">{token.symbol}</span>
            </Link>
          ))}
        </section>
      ) : null}
    </div>
  );
};
