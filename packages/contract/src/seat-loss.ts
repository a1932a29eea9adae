import * as z from "zod/mini";
import { tokenUnitsSchema } from "./primitives.ts";

/** Why a person has lost their seat in a Tribe; `domain/words` has the text. Amounts are what they need to get it back. */
export const seatLossSchema = z.discriminatedUnion("code", [
  /** They hold less than the minimum of every chat. */
  z.object({ code: z.literal("seat.below_minimum"), tokensToReturn: tokenUnitsSchema }),
  /** Others who joined hold more. */
  z.object({ code: z.literal("seat.outranked"), tokensToReturn: tokenUnitsSchema }),
  /** The Chief blocked them. */
  z.object({ code: z.literal("seat.blocked") }),
]);

export type SeatLoss = z.output<typeof seatLossSchema>;
export type SeatLossCode = SeatLoss["code"];
