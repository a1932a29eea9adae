import type { TokenProfile } from "@tribe/contract";
import { Button, IconButton } from "@tribe/ui";
import { X } from "@tribe/ui/icons";
import { useState } from "react";
import { openTopUp } from "../../../shared/flow/openers.ts";
import { useIsSeatHoldingAwaited, useSeatHolding } from "../../../shared/queries/chain.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { seatSentence } from "../../../shared/trading/seat/seat-sentence.ts";

/** For a member whose seat the next purchase may take: who waits, what they have to spare, and what keeps it. */
export const SeatRisk = ({ token }: { token: TokenProfile }) => {
  const address = useLocalUser()?.address ?? null;
  const isAwaited = useIsSeatHoldingAwaited(address, token);
  const holding = useSeatHolding(address, token);
  const [hidden, setHidden] = useState<string | null>(null);
  if (token.subscribeState !== "active" || isAwaited || holding === null) return null;
  const { rival } = seatSentence({ token, holding, change: null });
  // What somebody put away comes back when the figures have changed.
  if (!rival?.isNear || rival.words === hidden) return null;
  return (
    <section
      aria-label="Your seat is at risk"
      className="flex shrink-0 items-center gap-2 border-b border-line py-1 pr-1 pl-4 lg:pl-5"
    >
      <p className="min-w-0 flex-1 text-xs font-medium text-risk">{rival.words}</p>
      <Button small className="shrink-0" onClick={() => openTopUp(token, 0n)}>
        Top up
      </Button>
      <IconButton label="Hide" onClick={() => setHidden(rival.words)}>
        <X aria-hidden size={18} />
      </IconButton>
    </section>
  );
};
