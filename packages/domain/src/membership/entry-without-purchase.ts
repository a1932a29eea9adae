import type { MembershipState, TokenUnits } from "@tribe/contract";

/** Whether no holding changes anything: the Chief is in without a seat, and whoever is blocked stays out with one. */
export const needsNoSeat = (state: MembershipState): boolean => state === "chief" || state === "banned";

/**
 * What somebody is offered who needs to buy nothing for a seat, on the curve as in the pool: nothing where they have one or no
 * holding gives them one, and to join where they hold enough. Null where they hold too little.
 */
export const entryWithoutPurchase = (
  state: MembershipState,
  holding: TokenUnits,
  threshold: TokenUnits,
): { readonly kind: "none" } | { readonly kind: "join" } | null => {
  if (needsNoSeat(state)) return { kind: "none" };
  if (holding < threshold) return null;
  return { kind: state === "active" ? "none" : "join" };
};
