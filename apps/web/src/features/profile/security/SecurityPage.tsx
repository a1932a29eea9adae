import { useQuery } from "@tanstack/react-query";
import { Loading, Skeleton } from "@tribe/ui";
import { ShieldCheck } from "lucide-react";
import { SignedInPage } from "../../../shared/components/SignedInPage.tsx";
import { isAwaited } from "../../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { walletSafetyQuery } from "../../../shared/wallet/wallet-safety.ts";
import { SessionList, sessionsQuery } from "./SessionList.tsx";
import { WalletSafety } from "./WalletSafety.tsx";

/** Who can use the account, and from where. */
export const SecurityPage = () => (
  <SignedInPage
    title="Security"
    invitation={{ icon: <ShieldCheck size={24} />, message: "Sign in to see where your account is open." }}
  >
    <Contents />
  </SignedInPage>
);

/** Drawn together: nobody knows how many sessions there are, and what was asked of the wallet stands below them. */
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
