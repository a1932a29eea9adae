import { Link } from "@tanstack/react-router";
import { texts } from "@tribe/domain/words";
import { Button, EmptyState, Skeleton } from "@tribe/ui";
import { ChevronRight, Coins, Wallet } from "lucide-react";
import { Address } from "../../shared/components/Address.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { explorerLink } from "../../shared/links/explorer.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { HoldingsSection } from "./HoldingsSection.tsx";
import { OwnTradesSection } from "./OwnTradesSection.tsx";

/** What the person has, where it is, what they did with it, and how to add to it. */
export const WalletPage = () => {
  usePageTitle("Wallet");
  const user = useLocalUser();
  const config = useConfig();
  const address = user?.address ?? null;
  const { data: balance, error, refetch } = useBalance(address, true);
  if (user === null)
    return (
      <EmptyState
        icon={<Wallet size={24} />}
        heading="h1"
        title="Your wallet is one sign-in away"
        message="We'll create it on this device."
      >
        <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in to get a wallet
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-6">
      <h1 className="font-display text-xl font-semibold">Wallet</h1>
      {error && balance === undefined ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <section aria-label="Balance" className="flex flex-col gap-1">
          <p className="text-sm text-muted">Balance</p>
          <p className="font-display text-2xl font-bold" aria-live="polite">
            {balance === undefined || balance === null ? (
              <Skeleton className="h-11 w-48" />
            ) : (
              <Sol lamports={balance} />
            )}
          </p>
        </section>
      )}
      <Button
        look="main"
        className="self-start"
        onClick={() =>
          dialogs.open("onboardingFund", { title: "Add SOL", description: "", lamportsRequired: null, canSkip: false })
        }
      >
        Deposit
      </Button>
      <section aria-labelledby="address-heading" className="flex flex-col gap-2 border-t border-line pt-6">
        <h2 id="address-heading" className="text-sm font-medium">
          Your address
        </h2>
        {address ? (
          <>
            <Address address={address} full className="self-start" />
            {config ? (
              <a
                href={explorerLink(config, "address", address)}
                target="_blank"
                rel="noreferrer"
                className="flex min-h-11 items-center self-start text-sm underline underline-offset-2"
              >
                {texts.viewOnExplorer}
              </a>
            ) : null}
          </>
        ) : (
          <p className="text-sm text-muted">{texts.walletNotReady}</p>
        )}
      </section>
      {address ? (
        <>
          <HoldingsSection />
          <OwnTradesSection />
        </>
      ) : null}
      <Link
        to="/earnings"
        className="flex min-h-14 items-center gap-3 border-t border-line pt-6 underline-offset-2 hover:underline"
      >
        <Coins aria-hidden size={20} className="text-ember-text" />
        <span className="flex-1 font-medium">Earnings and invites</span>
        <ChevronRight aria-hidden size={16} className="text-muted" />
      </Link>
    </div>
  );
};
