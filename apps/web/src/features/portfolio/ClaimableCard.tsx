import { useQuery } from "@tanstack/react-query";
import { appFailure } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { Gift } from "lucide-react";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { claimableQuery } from "../../shared/queries/claimable.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";

/** Says that airdrops wait, where there are any. What strangers sent alone is no news. */
export const ClaimableCard = () => {
  const config = useConfig();
  const isOnline = useIsOnline();
  const { data, isError, refetch } = useQuery({ ...claimableQuery, enabled: config?.hasCompression ?? false });
  const brought = data?.tokens.filter(({ authors }) => authors.length > 0).length ?? 0;
  // Without a network the page says so for all that it shows.
  if (brought === 0) return isError && isOnline ? <ClaimableUnknown onRetry={() => void refetch()} /> : null;
  return (
    <section className="flex items-center gap-3 rounded-card border border-ember bg-ember-soft p-4">
      <Gift aria-hidden size={24} className="shrink-0" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">
          {brought === 1 ? "An airdrop waits for you" : `${brought} airdrops wait for you`}
        </span>
        <span className="block text-muted">
          {brought === 1 ? "It's yours. Claim it into your wallet." : "They're yours. Claim them into your wallet."}
        </span>
      </p>
      {/* Plain, as the card is ember itself: the page's one main button is Add. */}
      <Button onClick={() => dialogs.open("claimAirdrops", {})}>Claim</Button>
    </section>
  );
};

/** Nobody knows whether something waits: to say nothing would say that nothing does. */
const ClaimableUnknown = ({ onRetry }: { onRetry: () => void }) => {
  const { title, cause } = appFailure("airdrop_tokens_failed");
  return (
    <section className="flex items-center gap-3 rounded-card border border-line bg-raised p-4">
      <p role="alert" className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{title}</span>
        <span className="block text-muted">{cause}</span>
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
};
