import type { TokenProfile } from "@tribe/contract";
import { useMemo } from "react";
import { useAwaitedSeat } from "../../shared/queries/awaited-seat.ts";
import { useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/** What this person can do next to come in; unknown while that is being asked. */
export const useNextStep = (token: TokenProfile): NextStep => {
  const user = useLocalUser();
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const slippageBps = useStore(slippage);
  const { dataUpdatedAt } = useToken(token.mint);
  const { isSeat, isHolding } = useAwaitedSeat(token);
  const isKnown = dataUpdatedAt > 0 && !isSeat;
  return useMemo(() => {
    const step: NextStep = isKnown ? nextStep(token, seatEntry(token, holding, slippageBps)) : { kind: "unknown" };
    return isHolding && (step.kind === "join" || step.kind === "buy" || step.kind === "outOfReach")
      ? { kind: "unknown" }
      : step;
  }, [isKnown, isHolding, token, holding, slippageBps]);
};
