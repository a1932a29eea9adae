import type { TokenProfile, TokenUnits } from "@tribe/contract";
import { type KnownSeats, projectSeat } from "@tribe/domain/membership";

/** The seat of somebody whose trade is on chain. The index may not have it yet: the holding on chain decides. */
export type SeatNow =
  /** For the Chief, and for a blocked person. */
  | { readonly kind: "needsNone"; readonly isChief: boolean }
  | { readonly kind: "seated"; readonly number: number }
  /** They had a seat, and hold too little for it now. */
  | { readonly kind: "left" }
  /** They had none before either. */
  | { readonly kind: "outside" };

/**
 * Determines the seat.
 * @param held the holding that counts for a seat, on chain, in old base units
 * @param hadSeat before the trade
 */
export const seatNow = (
  profile: KnownSeats & Pick<TokenProfile, "subscribeState">,
  held: TokenUnits,
  hadSeat: boolean,
): SeatNow => {
  switch (profile.subscribeState) {
    case "chief":
      return { kind: "needsNone", isChief: true };
    case "banned":
      return { kind: "needsNone", isChief: false };
    case "active": {
      const { rank } = projectSeat(profile, held, held);
      return rank === null ? { kind: "left" } : { kind: "seated", number: rank };
    }
    // They never had one.
    case "none":
      return { kind: "outside" };
    case "expired":
      return { kind: hadSeat ? "left" : "outside" };
  }
};

/** The number of the seat that the profile gives its reader; null without one, and from an older server. */
export const ownSeatOf = ({ subscribeState, seating }: KnownSeats): number | null => {
  const own = seating?.own ?? null;
  if (subscribeState !== "active" || own === null) return null;
  const index = seating?.joinOrders.indexOf(own) ?? -1;
  return index < 0 ? null : index + 1;
};
