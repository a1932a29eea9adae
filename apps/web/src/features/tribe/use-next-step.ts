import type { TokenProfile } from "@tribe/contract";
import { useMemo } from "react";
import { useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/**
 * What this person can do next to come in. Until their holding is known they are counted as holding nothing; and until the server
 * has said what they are here, nothing is: what came with the page is what a visitor sees, and not from now (`prepare.ts`).
 */
export const useNextStep = (token: TokenProfile): NextStep => {
  const user = useLocalUser();
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const slippageBps = useStore(slippage);
  const isKnown = useToken(token.mint).dataUpdatedAt > 0;
  return useMemo(
    () => (isKnown ? nextStep(token, seatEntry(token, holding, slippageBps)) : { kind: "unknown" }),
    [isKnown, token, holding, slippageBps],
  );
};
