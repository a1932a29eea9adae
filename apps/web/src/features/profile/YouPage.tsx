import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { routes } from "@tribe/contract";
import { connectSocialTexts } from "@tribe/domain/words";
import { Button, buttonClasses, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { ChevronRight, User } from "lucide-react";
import { setSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { Address } from "../../shared/components/Address.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { openCreate } from "../../shared/flow/openers.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { BioForm } from "./BioForm.tsx";
import { ThemeChoice } from "./ThemeChoice.tsx";

/** The signed-in person: profile, socials, looks, sign out. */
export const YouPage = () => {
  usePageTitle("You");
  const user = useLocalUser();
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-6">
      <h1 className="font-display text-xl font-semibold">You</h1>
      {user === null ? (
        <EmptyState
          icon={<User size={24} />}
          title="You're not signed in"
          message="Sign in with your e-mail. You get a wallet with it."
        >
          <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
            Sign in with e-mail
          </Button>
        </EmptyState>
      ) : user === undefined ? (
        <Loading label="Loading your profile">
          <Skeleton className="h-24" />
        </Loading>
      ) : (
        <>
          <section aria-label="Profile" className="flex items-center gap-4">
            <PersonAvatar seed={user.uid} src={user.pfp} name="" size={64} />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="truncate text-lg font-semibold">{user.displayName}</p>
              <p className="truncate text-sm text-muted">{user.email}</p>
            </div>
            {user.address ? <Address address={user.address} /> : null}
          </section>
          <BioForm user={user} />
          <section aria-labelledby="socials-heading" className="flex items-center gap-3 border-t border-line pt-6">
            <div className="min-w-0 flex-1">
              <h2 id="socials-heading" className="text-sm font-medium">
                Socials
              </h2>
              <p className="truncate text-sm text-muted">
                {user.twitter ? `X: @${user.twitter.handle}` : "None connected"}
              </p>
            </div>
            <Button
              onClick={() =>
                dialogs.open("connectSocial", {
                  title: user.twitter ? "Manage socials" : "Connect social",
                  description: user.twitter ? "" : connectSocialTexts.onboarding,
                  mode: user.twitter ? "manage" : "connect",
                  canSkip: false,
                })
              }
            >
              {user.twitter ? "Manage socials" : "Connect social"}
            </Button>
          </section>
          <Link
            to="/earnings"
            className="flex min-h-14 items-center gap-3 border-t border-line pt-6 text-sm font-medium underline-offset-2 hover:underline"
          >
            <span className="flex-1">Earnings and invites</span>
            <ChevronRight aria-hidden size={16} className="text-muted" />
          </Link>
          <section aria-label="Your Tribe" className="flex items-center gap-3 border-t border-line pt-6">
            <p className="flex-1 text-sm font-medium">Your Tribe</p>
            {user.tokens[0] ? (
              <Link to="/token/$mint" params={{ mint: user.tokens[0].mint }} className={buttonClasses("plain")}>
                Open your Tribe
              </Link>
            ) : (
              <Button onClick={() => openCreate()}>Create your Tribe</Button>
            )}
          </section>
        </>
      )}
      <ThemeChoice />
      {user ? <SignOut /> : null}
    </div>
  );
};

const SignOut = () => {
  const end = useMutation({
    mutationFn: () => api(routes.identity.signOut, {}),
    // The server may be out of reach: on this device the session ends in any case.
    onSettled: () => setSession(null),
  });
  return (
    <Button look="quiet" className="self-start text-down" busy={end.isPending} onClick={() => end.mutate()}>
      Sign out
    </Button>
  );
};
