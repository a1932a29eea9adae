import { useQuery } from "@tanstack/react-query";
import { appFailure } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { Gift } from "@tribe/ui/icons";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { claimableQuery } from "../../shared/queries/claimable.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";

/** Says that airdrops can be claimed. Renders nothing if only strangers have sent some. */
export const ClaimableCard = () => {
  const config = useConfig();
  const isOnline = useIsOnline();
  const { data, isError, refetch } = useQuery({ ...claimableQuery, enabled: config?.hasCompression ?? false });
  const brought = data?.tokens.filter(({ authors }) => authors.length > 0).length ?? 0;
  // When offline, the page has one notice for all its parts.
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
      {/* A plain button, because the card itself is ember and the page's primary button is Add. */}
      <Button onClick={() => dialogs.open("claimAirdrops", {})}>Claim</Button>
    </section>
  );
};

/** Shown if the airdrops can't be loaded: without it the page would look as if there were none. */
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
