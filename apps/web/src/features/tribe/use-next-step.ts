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

/** What is still loading about a person in a Tribe: whether they have a seat, and the holding that counts for one. */
export interface AwaitedSeat {
  readonly isSeat: boolean;
  readonly isHolding: boolean;
}

/**
 * Also counts data as loading that was delivered with the page, because it is a visitor's view (`prepare.ts`), or that the
 * browser has stored, because it may be outdated.
 */
export const useAwaitedSeat = (token: TokenProfile): AwaitedSeat => {
  const isSignedIn = useIsSignedIn();
  const me = useQuery({ ...localUserQuery, enabled: isSignedIn });
  const isSeat = isAwaited(useToken(token.mint));
  const isHolding = useIsSeatHoldingAwaited(me.data?.address ?? null, token);
  return { isSeat, isHolding: isSeat || isHolding || (!me.data && isAwaited(me)) };
};

/** This person's next step towards a seat; unknown while that is loading. */
export const useNextStep = (token: TokenProfile, { isSeat, isHolding }: AwaitedSeat): NextStep => {
  const holding = useSeatHolding(useLocalUser()?.address ?? null, token) ?? 0n;
  const slippageBps = useStore(slippage);
  const isKnown = useToken(token.mint).dataUpdatedAt > 0 && !isSeat;
  return useMemo(
    () => (isKnown ? nextStep(token, isHolding ? null : seatEntry(token, holding, slippageBps)) : { kind: "unknown" }),
    [isKnown, isHolding, token, holding, slippageBps],
  );
};
