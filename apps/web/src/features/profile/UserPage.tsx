import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { AnswerOf, routes } from "@tribe/contract";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { Crown } from "@tribe/ui/icons";
import { codeOf } from "../../shared/api/error-code.ts";
import { Address } from "../../shared/components/Address.tsx";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { openEditProfile } from "../../shared/flow/openers.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { askToBlockPerson, unblockPerson } from "../../shared/people/block-person.ts";
import { useBlockedUids } from "../../shared/people/blocks.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { monthOf } from "../../shared/time/clock.ts";
import { standingQuery, userQuery } from "./queries.ts";
import { Holdings, Seats, StandingSkeleton } from "./Standing.tsx";

/** A person's public profile, seats and holdings. */
export const UserPage = () => {
  const { address } = useParams({ from: "/user/$address" });
  const { data, error, refetch } = useQuery(userQuery(address));
  const standing = useQuery(standingQuery(address));
  const back = useBack();
  usePageTitle(data ? data.user.displayName : null);
  if (codeOf(error) === "not_found")
    return (
      <ErrorPanel
        heading="h1"
        title="Nobody here has this address"
        cause="The wallet may not have been used with Tribe."
        action="Go back"
        onAction={back}
      />
    );
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6 px-4 pt-2 pb-8 lg:px-6">
      {/* Also while loading: a page that scrolls needs a focusable element to be scrolled by keyboard. */}
      <div className="-ml-3">
        <BackButton />
      </div>
      {data ? (
        <>
          <Head user={data.user} address={address} since={standing.data?.since ?? null} />
          {data.tokens.length > 0 ? <OwnTribe {...data} /> : null}
          {/* The cached answer may contain a seat that has been lost: wait for a current one. */}
          {standing.data && !isAwaited(standing) ? (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-10">
              <Seats seats={standing.data.seats} user={data.user} />
              <Holdings standing={standing.data} />
            </div>
          ) : standing.isError ? (
            <QueryError isPart error={standing.error} onRetry={() => void standing.refetch()} />
          ) : (
            <Loading label="Loading seats and tokens">
              <StandingSkeleton />
            </Loading>
          )}
        </>
      ) : (
        <UserSkeleton />
      )}
    </div>
  );
};

type Profile = AnswerOf<typeof routes.identity.userProfile>;
type User = Profile["user"];

const OwnTribe = ({ user, tokens }: Profile) => (
  <section aria-labelledby="tribes-heading" className="flex flex-col gap-1">
    <h2 id="tribes-heading" className="text-sm font-semibold">
      Their Tribe
    </h2>
    <ul className="-mx-2">
      {tokens.map((token) => (
        <li key={token.mint}>
          <Link
            to="/token/$mint"
            params={{ mint: token.mint }}
            className="flex min-h-16 items-center gap-3 rounded-card px-2 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
          >
            <PersonAvatar seed={token.mint} src={user.pfp} name="" size={44} shape="token" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium">{token.name}</span>
              <span className="text-xs text-muted">{token.symbol}</span>
            </span>
            <span className="flex items-center gap-1 text-xs font-medium text-ember-text">
              <Crown aria-hidden size={14} />
              Chief
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

const Head = ({ user, address, since }: { user: User; address: string; since: number | null }) => {
  const me = useLocalUser();
  return (
    <header className="relative flex flex-col gap-4 sm:flex-row sm:gap-6">
      <PersonAvatar seed={user.uid} src={user.pfp} name="" size={96} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex items-center gap-3">
          <h1 className="min-w-0 flex-1 font-display text-2xl leading-[1.15] font-bold [overflow-wrap:anywhere]">
            <bdi>{user.displayName}</bdi>
          </h1>
          {/* On a phone beside the picture: the button appears once the viewer is known and must not rewrap a long name. */}
          <div className="absolute top-0 right-0 sm:static">
            {me?.uid === user.uid ? (
              <Button small onClick={openEditProfile}>
                Edit profile
              </Button>
            ) : me ? (
              <BlockButton user={user} />
            ) : null}
          </div>
        </div>
        <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          {user.twitter ? <ProfileElsewhere site="https://x.com/" name="X" handle={user.twitter.handle} /> : null}
          {user.farcaster ? (
            <ProfileElsewhere site="https://farcaster.xyz/" name="Farcaster" handle={user.farcaster.handle} />
          ) : null}
          {/* Invisible while loading, to avoid a layout shift. */}
          <span className={since === null ? "invisible" : undefined}>Here since {monthOf(since ?? Date.now())}</span>
        </div>
        {user.bio ? <p className="max-w-prose break-words whitespace-pre-wrap">{user.bio}</p> : null}
        <Address address={address} className="self-start" />
      </div>
    </header>
  );
};

/** A person's account at another site, confirmed by that site. */
const ProfileElsewhere = ({ site, name, handle }: { site: string; name: string; handle: string }) => (
  <a
    href={`${site}${encodeURIComponent(handle)}`}
    target="_blank"
    rel="noreferrer"
    className="flex min-h-6 items-center underline-offset-2 hover:underline"
  >
    @{handle} on {name}
  </a>
);

const BlockButton = ({ user }: { user: User }) => {
  const isBlocked = useBlockedUids().has(user.uid);
  return isBlocked ? (
    <Button small onClick={() => void unblockPerson(user)}>
      Unblock
    </Button>
  ) : (
    <Button small variant="ghost" onClick={() => askToBlockPerson(user)}>
      Block
    </Button>
  );
};

const UserSkeleton = () => (
  <Loading label="Loading the profile">
    {/* The page has its heading also while loading. */}
    <h1 className="sr-only">Profile</h1>
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
        <Skeleton className="size-24 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-8 w-28" />
        </div>
      </div>
      <StandingSkeleton />
    </div>
  </Loading>
);
