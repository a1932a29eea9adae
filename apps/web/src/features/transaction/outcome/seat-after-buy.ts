import { type TokenProfile, type TokenUnits, tokenUnits } from "@tribe/contract";

/** The effect of a confirmed buy on the buyer's seat. */
export type SeatAfterBuy =
  /** Nothing: the Chief and who is blocked take none, and who sat before sits on. */
  | { readonly kind: "none" }
  /** The index has given a lost seat back already. */
  | { readonly kind: "restored" }
  /** Enough is held: a join takes the seat. */
  | { readonly kind: "join" }
  /** `missing` in base units of the old token. */
  | { readonly kind: "short"; readonly missing: TokenUnits };

/** Judges it. @param held what counts for a seat, old base units. @param hadSeat whether the buyer sat before the buy. */
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
