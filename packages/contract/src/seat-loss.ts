import * as z from "zod/mini";
import { tokenUnitsSchema } from "./primitives.ts";

/** Why somebody has no seat in a Tribe any more; `domain/words` has the sentence. Amounts are what brings the seat back. */
export const seatLossSchema = z.discriminatedUnion("code", [
  /** They hold less than any chat asks for. */
  z.object({ code: z.literal("seat.below_minimum"), tokensToReturn: tokenUnitsSchema }),
  /** Others who joined hold more. */
  z.object({ code: z.literal("seat.outranked"), tokensToReturn: tokenUnitsSchema }),
  /** The Chief blocked them. */
  z.object({ code: z.literal("seat.blocked") }),
]);

export type SeatLoss = z.output<typeof seatLossSchema>;
export type SeatLossCode = SeatLoss["code"];
