import { type MembershipState, maxBuyTokens, type TokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { type Curve, remainingOnCurve } from "../curve/curve.ts";
import { inputStepUp } from "../money/amounts.ts";
import { entryWithoutPurchase } from "./entry-without-purchase.ts";

/** The trade dialog's offer to a person who wants to enter the chat. */
export type EntryOffer =
  /** For the Chief, blocked people, and members who hold enough. */
  | { readonly kind: "none" }
  /** The holding is enough; only joining is left. */
  | { readonly kind: "join" }
  /** 'Buy min. to enter chat': base units, rounded so that they can be typed. */
  | { readonly kind: "buy"; readonly tokens: TokenUnits }
  /** More than the curve has left, or than one buy may order. */
  | { readonly kind: "outOfReach"; readonly tokens: TokenUnits };

/**
 * 'Buy min. to enter chat': offered while not active, or while the holding is below the threshold. The offer is rounded up to
 * the decimals of the input, and a buy of fixed tokens is filled completely or not at all, so that holding and purchase
 * together never miss the threshold that was shown.
 */
export const entryOffer = (input: {
  readonly state: MembershipState;
  readonly threshold: TokenUnits;
  readonly holding: TokenUnits;
  readonly curve: Curve;
}): EntryOffer => {
  const { state, threshold, holding, curve } = input;
  const withoutPurchase = entryWithoutPurchase(state, holding, threshold);
  if (withoutPurchase) return withoutPurchase;
  const tokens = tokenUnits(inputStepUp(threshold - holding));
  const isInReach = tokens <= remainingOnCurve(curve) && tokens <= maxBuyTokens * unitsPerToken;
  return { kind: isInReach ? "buy" : "outOfReach", tokens };
};
