import { Link } from "@tanstack/react-router";
import { Button } from "@tribe/ui";
import { Wallet } from "@tribe/ui/icons";
import { Sol } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";

/** The account controls that other pages show in the top bar; on a desktop Home puts them into its own single row. */
export const HomeAccount = () => {
  const user = useLocalUser();
  const { data: balance } = useBalance(user?.address ?? null);
  return (
    <div className="hidden items-center gap-2 lg:flex">
      <Button
        variant="ghost"
        small
        onClick={() => dialogs.open("text", { title: "How it works", isOnboarding: false })}
      >
        How it works
      </Button>
      {user === null ? <Button onClick={() => flow.start({ kind: "onboarding" })}>Sign in</Button> : null}
      {user && balance !== undefined && balance !== null ? (
        <Link
          to="/wallet"
          className="flex min-h-11 items-center gap-2 rounded-full bg-raised px-4 text-sm font-semibold hover:bg-hover"
        >
          <Wallet aria-hidden size={16} />
          <span className="sr-only">Balance </span>
          <Sol lamports={balance} />
          <Worth lamports={balance} />
        </Link>
      ) : null}
    </div>
  );
};
