import { useQuery } from "@tanstack/react-query";
import { Loading, Skeleton } from "@tribe/ui";
import { ShieldCheck } from "@tribe/ui/icons";
import { SignedInPage } from "../../../shared/components/SignedInPage.tsx";
import { isAwaited } from "../../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { walletSafetyQuery } from "../../../shared/wallet/wallet-safety.ts";
import { SessionList, sessionsQuery } from "./SessionList.tsx";
import { WalletSafety } from "./WalletSafety.tsx";

/** The sessions of the account and the safety of its wallet. */
export const SecurityPage = () => (
  <SignedInPage
    title="Security"
    invitation={{ icon: <ShieldCheck size={24} />, message: "Sign in to see your devices." }}
  >
    <Contents />
  </SignedInPage>
);

/** Both parts are rendered together: a late list of sessions would shift the wallet's part below it. */
const Contents = () => {
  const user = useLocalUser();
  const sessions = useQuery(sessionsQuery);
  const safety = useQuery({ ...walletSafetyQuery, enabled: Boolean(user?.address) });
  if (isAwaited(sessions) || isAwaited(safety))
    return (
      <Loading label="Loading your sessions">
        <Skeleton className="h-32" />
      </Loading>
    );
  return (
    <>
      <SessionList />
      <WalletSafety />
    </>
  );
};
