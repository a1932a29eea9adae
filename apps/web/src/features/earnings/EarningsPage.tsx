import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Coins } from "lucide-react";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { EarningsList } from "./EarningsList.tsx";
import { InviteSection } from "./InviteSection.tsx";

/** What a person earns by others' trades, and the link that brings those others. */
export const EarningsPage = () => {
  usePageTitle("Earnings");
  const user = useLocalUser();
  if (user === null)
    return (
      <EmptyState
        icon={<Coins size={24} />}
        heading="h1"
        title="Earn from trades"
        message="From every trade of your own token, and from every trade by people you invited."
      >
        <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in to start
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      <div>
        <BackButton />
      </div>
      <h1 className="font-display text-xl font-semibold">Earnings</h1>
      {user ? (
        <>
          <InviteSection address={user.address} />
          <EarningsList user={user} />
        </>
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </div>
  );
};
