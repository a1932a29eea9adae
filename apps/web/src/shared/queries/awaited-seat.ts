import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { useIsSignedIn } from "../api/access.ts";
import { useIsSeatHoldingAwaited } from "./chain.ts";
import { isAwaited } from "./is-awaited.ts";
import { localUserQuery } from "./local-user.ts";
import { useToken } from "./token.ts";

/**
 * What of a person's place in a Tribe is being asked: whether they have a seat, and what they hold towards one. What came with
 * the page is what a visitor sees (`prepare.ts`), and what the browser has kept may be true no more.
 */
export const useAwaitedSeat = (token: TokenProfile): { readonly isSeat: boolean; readonly isHolding: boolean } => {
  const isSignedIn = useIsSignedIn();
  const me = useQuery({ ...localUserQuery, enabled: isSignedIn });
  const isSeat = isAwaited(useToken(token.mint)) && isSignedIn;
  const isHolding = useIsSeatHoldingAwaited(me.data?.address ?? null, token);
  return { isSeat, isHolding: isSeat || isHolding || (me.data === undefined && isAwaited(me)) };
};
