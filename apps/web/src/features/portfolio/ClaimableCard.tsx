import { useQuery } from "@tanstack/react-query";
import { Button } from "@tribe/ui";
import { Gift } from "lucide-react";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { claimableQuery } from "../../shared/queries/claimable.ts";
import { useConfig } from "../../shared/queries/config.ts";

/** Says that airdrops wait, where there are any. What strangers sent alone is no news. */
export const ClaimableCard = () => {
  const config = useConfig();
  const { data } = useQuery({ ...claimableQuery, enabled: config?.hasCompression ?? false });
  const brought = data?.tokens.filter(({ authors }) => authors.length > 0).length ?? 0;
  if (brought === 0) return null;
  return (
    <section className="flex items-center gap-3 rounded-card border border-ember bg-ember-soft p-4">
      <Gift aria-hidden size={24} className="shrink-0" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">
          {brought === 1 ? "An airdrop waits for you" : `${brought} airdrops wait for you`}
        </span>
        <span className="block text-muted">They're yours. Claim them into your wallet.</span>
      </p>
      <Button look="main" onClick={() => dialogs.open("claimAirdrops", {})}>
        Claim
      </Button>
    </section>
  );
};
