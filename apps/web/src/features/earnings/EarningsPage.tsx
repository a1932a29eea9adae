import { Loading, Skeleton } from "@tribe/ui";
import { Coins } from "@tribe/ui/icons";
import { SignedInPage } from "../../shared/components/SignedInPage.tsx";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { EarningsList } from "./EarningsList.tsx";
import { InviteSection } from "./InviteSection.tsx";

/** A person's earnings from others' trades, and the link that invites those others. */
export const EarningsPage = () => {
  const user = useLocalUser();
  return (
    <SignedInPage
      title="Earnings"
      invitation={{
        icon: <Coins size={24} />,
        title: "Earn from trades",
        message: "From every trade of your own token, and from every trade by people you invited.",
        action: "Sign in to start",
      }}
    >
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
    </SignedInPage>
  );
};
