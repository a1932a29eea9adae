import { type TokenProfile, type TokenUnits, tokenUnits } from "@tribe/contract";

/** The effect of a confirmed buy on the buyer's seat. */
export type SeatAfterBuy =
  /** No change: for the Chief, a blocked person, or a member who had the seat before. */
  | { readonly kind: "none" }
  /** The index has already restored a lost seat. */
  | { readonly kind: "restored" }
  /** The holding is enough to join. */
  | { readonly kind: "join" }
  /** `missing` in base units of the old token. */
  | { readonly kind: "short"; readonly missing: TokenUnits };

/** Determines the effect. @param held the holding that counts for a seat, in old base units. @param hadSeat before the buy */
export const seatAfterBuy = (
  { subscribeState, tradeInfo }: Pick<TokenProfile, "subscribeState" | "tradeInfo">,
  held: TokenUnits,
  hadSeat: boolean,
): SeatAfterBuy => {
  switch (subscribeState) {
    case "chief":
    case "banned":
      return { kind: "none" };
    case "active":
      return { kind: hadSeat ? "none" : "restored" };
    case "none":
    case "expired": {
      const missing = tradeInfo.entryThresholdTokensForCompare - held;
      return missing > 0n ? { kind: "short", missing: tokenUnits(missing) } : { kind: "join" };
    }
  }
};
