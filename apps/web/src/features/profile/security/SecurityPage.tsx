import { Button, EmptyState } from "@tribe/ui";
import { ShieldCheck } from "lucide-react";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { BackButton } from "../../../shared/components/BackButton.tsx";
import { flow } from "../../../shared/flow/flow-store.ts";
import { usePageTitle } from "../../../shared/navigation/page-title.ts";
import { SessionList } from "./SessionList.tsx";
import { WalletSafety } from "./WalletSafety.tsx";

/** Who can use the account, and from where. */
export const SecurityPage = () => {
  usePageTitle("Security");
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn)
    return (
      <EmptyState
        icon={<ShieldCheck size={24} />}
        heading="h1"
        title="Security"
        message="Sign in to see where your account is open."
      >
        <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      <div>
        <BackButton />
      </div>
      <h1 className="font-display text-xl font-semibold">Security</h1>
      <SessionList />
      <WalletSafety />
    </div>
  );
};
