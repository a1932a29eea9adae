import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { useMemo } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { useIsSeatHoldingAwaited, useSeatHolding } from "../../shared/queries/chain.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { localUserQuery, useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/** What of a person's place in a Tribe is being asked: whether they have a seat, and what they hold towards one. */
export interface AwaitedSeat {
  readonly isSeat: boolean;
  readonly isHolding: boolean;
}

/**
 * What is being asked: what came with the page is what a visitor sees (`prepare.ts`), and what the browser has kept may be true
 * no more.
 */
export const useAwaitedSeat = (token: TokenProfile): AwaitedSeat => {
  const isSignedIn = useIsSignedIn();
  const me = useQuery({ ...localUserQuery, enabled: isSignedIn });
  const isSeat = isAwaited(useToken(token.mint));
  const isHolding = useIsSeatHoldingAwaited(me.data?.address ?? null, token);
  return { isSeat, isHolding: isSeat || isHolding || (!me.data && isAwaited(me)) };
};

/** What this person can do next to come in; unknown while that is being asked. */
export const useNextStep = (token: TokenProfile, { isSeat, isHolding }: AwaitedSeat): NextStep => {
  const holding = useSeatHolding(useLocalUser()?.address ?? null, token) ?? 0n;
  const slippageBps = useStore(slippage);
  const isKnown = useToken(token.mint).dataUpdatedAt > 0 && !isSeat;
  return useMemo(
    () => (isKnown ? nextStep(token, isHolding ? null : seatEntry(token, holding, slippageBps)) : { kind: "unknown" }),
    [isKnown, isHolding, token, holding, slippageBps],
  );
};
