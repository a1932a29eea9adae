import { Link, useRouterState } from "@tanstack/react-router";
import { Button, classes, IconButton } from "@tribe/ui";
import { CircleHelp } from "@tribe/ui/icons";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useIsInTribe } from "../session/use-is-in-tribe.ts";
import { BellLink } from "./Bell.tsx";
import { Wordmark } from "./Wordmark.tsx";

const explain = () => dialogs.open("text", { title: "How it works", isOnboarding: false });

/** The app's name, help, and the signed-in person. A Tribe has its own header, and on a desktop so have Home and the wallet. */
export const TopBar = () => {
  const user = useLocalUser();
  const { data: balance } = useBalance(user?.address ?? null);
  // Decided by the rendered page: while the next one is loading, nothing must appear above the former one.
  const page = useRouterState({ select: ({ matches, location }) => matches.at(-1)?.routeId ?? location.pathname });
  if (useIsInTribe()) return null;
  return (
    <header
      className={classes(
        // On more lines where letters are large: the bell and the way to one's profile would be beyond the edge.
        "flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b border-line px-4",
        (page === "/" || (page === "/wallet" && user !== null)) && "lg:hidden",
      )}
    >
      <Link to="/" className="flex min-h-11 items-center gap-1 font-display text-lg font-bold">
        <span className="sm:hidden">
          <Wordmark />
        </span>
        Tribe
      </Link>
      <span className="flex-1" />
      {/* With all that a phone shows of who is signed in there is no room for it: it stands under You, too. */}
      <span className={user === null ? "sm:hidden" : "hidden"}>
        <IconButton label="How it works" onClick={explain}>
          <CircleHelp aria-hidden size={20} />
        </IconButton>
      </span>
      <span className="hidden sm:block">
        <Button variant="ghost" small onClick={explain}>
          How it works
        </Button>
      </span>
      {user === null ? (
        <Button small onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      ) : null}
      {user ? (
        <>
          {balance === undefined || balance === null ? null : (
            <Link to="/wallet" className="flex min-h-11 items-center rounded-control px-2 text-sm hover:bg-raised">
              <span className="sr-only">Balance </span>
              <Sol lamports={balance} />
              <Worth lamports={balance} className="ml-1.5 max-lg:hidden" />
            </Link>
          )}
          <span className="sm:hidden">
            <BellLink />
          </span>
          <Link
            to="/you"
            aria-label="Your profile"
            className="ml-auto flex size-11 items-center justify-center rounded-full"
          >
            <PersonAvatar seed={user.uid} src={user.pfp} name="" size={32} />
          </Link>
        </>
      ) : null}
    </header>
  );
};
