import type { TokenProfile } from "@tribe/contract";
import { useMemo } from "react";
import { useIsSeatHoldingAwaited, useSeatHolding } from "../../shared/queries/chain.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/**
 * What this person can do next to come in. Unknown until the server has said what they are here, and the chain what they hold:
 * what came with the page is what a visitor sees (`prepare.ts`), and what the browser has kept may be true no more.
 */
export const useNextStep = (token: TokenProfile): NextStep => {
  const user = useLocalUser();
  const address = user?.address ?? null;
  const holding = useSeatHolding(address, token) ?? 0n;
  const isHoldingAwaited = useIsSeatHoldingAwaited(address, token);
  const slippageBps = useStore(slippage);
  const profile = useToken(token.mint);
  const isKnown = profile.dataUpdatedAt > 0 && !isAwaited(profile);
  return useMemo(() => {
    const step: NextStep = isKnown ? nextStep(token, seatEntry(token, holding, slippageBps)) : { kind: "unknown" };
    return isHoldingAwaited && (step.kind === "join" || step.kind === "buy" || step.kind === "outOfReach")
      ? { kind: "unknown" }
      : step;
  }, [isKnown, isHoldingAwaited, token, holding, slippageBps]);
};
