import type { SeatLoss } from "@tribe/contract";
import { formatInputUp } from "../money/index.ts";

/** Why the seat was lost and how to regain it, for the person who had it. */
export const seatLossText = (loss: SeatLoss): string => {
  if ("gaveUp" in loss && loss.gaveUp)
    return `You sold or moved your tokens. With ${formatInputUp(loss.tokensToReturn)} tokens you get a seat again.`;
  switch (loss.code) {
    case "seat.below_minimum":
      return `You hold fewer tokens than this chat asks for. ${wayBack(loss.tokensToReturn)}`;
    case "seat.outranked":
      return `Others who joined hold more tokens than you. ${wayBack(loss.tokensToReturn)}`;
    case "seat.blocked":
      return "The Chief has blocked you from this chat";
  }
};

/** Headline of a loss: by their own sale, by a block, or by others who hold more. @param tribe its name, as it is shown */
export const seatLossTitle = (loss: SeatLoss, tribe: string): string => {
  if (loss.code === "seat.blocked") return `You were blocked from ${tribe}`;
  return loss.gaveUp ? `You gave up seat ${loss.gaveUp.seat} in ${tribe}` : `You lost your seat in ${tribe}`;
};

/** The same for the people who manage the Tribe. */
export const seatLossNote = (loss: SeatLoss): string => {
  if ("gaveUp" in loss && loss.gaveUp)
    return `Sold or moved tokens. ${formatInputUp(loss.tokensToReturn)} bring the seat back.`;
  switch (loss.code) {
    case "seat.below_minimum":
      return `Holds too few tokens. ${formatInputUp(loss.tokensToReturn)} bring the seat back.`;
    case "seat.outranked":
      return `Others hold more. ${formatInputUp(loss.tokensToReturn)} tokens bring the seat back.`;
    case "seat.blocked":
      return "Blocked by the Chief";
  }
};

const wayBack = (tokens: bigint): string => `With ${formatInputUp(tokens)} tokens you get your seat back.`;

/** Why a person cannot join: their holding is below this many base units. */
export const entryRefusedText = (neededTokens: bigint): string =>
  `You need ${formatInputUp(neededTokens)} tokens to enter this chat`;
