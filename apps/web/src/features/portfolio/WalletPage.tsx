import { Button, EmptyState, useMediaQuery } from "@tribe/ui";
import { ArrowDownLeft, ArrowUpRight, Plus, Wallet } from "@tribe/ui/icons";
import { Address } from "../../shared/components/Address.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { isRefusedByPause } from "../../shared/flow/openers.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useSafetyAsk } from "../../shared/wallet/safety-ask.ts";
import { ActivitySection } from "./ActivitySection.tsx";
import { EarningsLink } from "./EarningsLink.tsx";
import { WalletContents } from "./WalletContents.tsx";
import { WorthSection } from "./WorthSection.tsx";

/** The person's balance and its value, how to add to it, and the activity. */
export const WalletPage = () => {
  usePageTitle("Wallet");
  const user = useLocalUser();
  const isWide = useMediaQuery("(min-width: 1024px)");
  const address = user?.address ?? null;
  // The page has one main action: adding money comes after making the wallet safer.
  const isAsked = Boolean(useSafetyAsk(address));
  if (user === null)
    return (
      <EmptyState
        icon={<Wallet size={24} />}
        heading="h1"
        title="Your wallet is one sign-in away"
        message="We'll create it on this device."
      >
        <Button variant="primary" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in to get a wallet
        </Button>
      </EmptyState>
    );
  const first = (
    <div className="flex flex-col gap-4">
      <WorthSection address={user?.address} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isAsked ? "secondary" : "primary"}
          className="min-h-12 flex-1 lg:max-w-32"
          icon={<Plus aria-hidden size={18} />}
          onClick={() =>
            dialogs.open("onboardingFund", {
              title: "Add SOL",
              description: "",
              lamportsRequired: null,
              canSkip: false,
            })
          }
        >
          Add
        </Button>
        <Button
          className="min-h-12 flex-1 lg:max-w-32"
          icon={<ArrowUpRight aria-hidden size={18} />}
          disabled={address === null}
          onClick={() => {
            if (!isRefusedByPause()) dialogs.open("sendReceive", { tab: "send" });
          }}
        >
          Send
        </Button>
        <Button
          className="min-h-12 flex-1 lg:max-w-36"
          icon={<ArrowDownLeft aria-hidden size={18} />}
          disabled={address === null}
          onClick={() => dialogs.open("sendReceive", { tab: "receive" })}
        >
          Receive
        </Button>
      </div>
    </div>
  );
  return (
    <div className="lg:grid lg:min-h-full lg:grid-cols-[minmax(0,1fr)_360px] xl:grid-cols-[minmax(0,1fr)_400px]">
      <div className="min-w-0">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 lg:min-h-16 lg:border-b lg:border-line lg:px-6">
          <h1 className="font-display text-lg font-bold lg:text-xl">Wallet</h1>
          {address ? <Address address={address} className="bg-transparent font-medium" /> : null}
        </div>
        <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-2 pb-6 lg:px-6 lg:pt-8">
          {first}
          {address === null ? <EarningsLink /> : <WalletContents address={address} isWide={isWide} />}
        </div>
      </div>
      {isWide && address ? (
        <aside className="border-l border-line">
          <ActivitySection />
        </aside>
      ) : null}
    </div>
  );
};
