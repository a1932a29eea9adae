import { type SeatLoss, type SeatLossCode, tokenUnits } from "@tribe/contract";
import { seatLossNote, seatLossText } from "@tribe/domain/words";

/** A loss as it is stored and put into events: its code, and base units as a decimal string. */
export interface StoredSeatLoss {
  readonly code: SeatLossCode;
  readonly tokensToReturn: string | null;
  /** Absent unless it was lost by selling or moving tokens. */
  readonly gaveUp?: { readonly seat: number } | null;
}

/** Makes the stored form of a loss. */
export const storeSeatLoss = (loss: SeatLoss): StoredSeatLoss => ({
  code: loss.code,
  tokensToReturn: "tokensToReturn" in loss ? loss.tokensToReturn.toString() : null,
  ...("gaveUp" in loss && loss.gaveUp ? { gaveUp: loss.gaveUp } : {}),
});

/** Reads a stored loss. */
export const readSeatLoss = ({ code, tokensToReturn, gaveUp }: StoredSeatLoss): SeatLoss =>
  code === "seat.blocked"
    ? { code }
    : { code, tokensToReturn: tokenUnits(BigInt(tokensToReturn ?? "0")), ...(gaveUp ? { gaveUp } : {}) };

/** Why a seat was lost, as text for its owner. Null for who has a seat. */
export const seatReason = ({ loss }: { readonly loss?: StoredSeatLoss | null }): string | null =>
  loss ? seatLossText(readSeatLoss(loss)) : null;

/** The same as text for the Chief. */
export const seatReasonForChief = ({ loss }: Parameters<typeof seatReason>[0]): string | null =>
  loss ? seatLossNote(readSeatLoss(loss)) : null;
