import { useQuery } from "@tanstack/react-query";
import type { Address } from "@tribe/contract";
import { Loading, Skeleton } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { useState } from "react";
import { useBalance } from "../../shared/queries/chain.ts";
import { claimableQuery } from "../../shared/queries/claimable.ts";
import { configQuery } from "../../shared/queries/config.ts";
import { heldCostsQuery } from "../../shared/queries/costs.ts";
import { holdingsQuery } from "../../shared/queries/holdings.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { SafetyAsk } from "../../shared/wallet/SafetyAsk.tsx";
import { SafetyLine } from "../../shared/wallet/SafetyLine.tsx";
import { walletSafetyQuery } from "../../shared/wallet/wallet-safety.ts";
import { ActivitySection } from "./ActivitySection.tsx";
import { ClaimableCard } from "./ClaimableCard.tsx";
import { EarningsLink } from "./EarningsLink.tsx";
import { EmptyAccountsCard } from "./EmptyAccountsCard.tsx";
import { emptyAccountsQuery } from "./queries.ts";
import { TokensSection } from "./TokensSection.tsx";

const views = [
  { value: "tokens", label: "Tokens" },
  { value: "activity", label: "Activity" },
] as const;
const skeletons = ["a", "b", "c", "d"];

/**
 * The wallet's notices, its tokens and its activity. All are rendered together once every part is loaded: a part that comes
 * late would shift the parts below it.
 */
export const WalletContents = ({ address, isWide }: { readonly address: Address; readonly isWide: boolean }) => {
  const config = useQuery(configQuery);
  const questions = [
    config,
    useQuery(walletSafetyQuery),
    useBalance(address, true),
    useQuery(holdingsQuery),
    // A gain that came late would change the rows' height.
    useQuery(heldCostsQuery),
    useQuery(emptyAccountsQuery),
    useQuery({ ...claimableQuery, enabled: config.data?.hasCompression ?? false }),
  ];
  const [view, setView] = useState<(typeof views)[number]["value"]>("tokens");
  if (questions.some(isAwaited))
    return (
      <Loading label="Loading your wallet">
        <Skeleton className="mb-6 h-11" />
        {skeletons.map((key) => (
          <Skeleton key={key} className="my-4 h-12" />
        ))}
      </Loading>
    );
  const tokens = (
    <div className="flex flex-col gap-6">
      <TokensSection />
      <EarningsLink />
    </div>
  );
  return (
    <>
      <SafetyLine />
      <ClaimableCard />
      <SafetyAsk address={address} />
      <EmptyAccountsCard />
      {isWide ? (
        tokens
      ) : (
        <Tabs label="Wallet" value={view} onChange={setView} options={views} panelClassName="pt-4">
          {view === "tokens" ? tokens : <ActivitySection />}
        </Tabs>
      )}
    </>
  );
};
