import * as z from "zod/mini";
import { tokenUnitsSchema } from "./primitives.ts";

/**
 * Present if they lost it by selling or moving tokens, and would have kept it with what they held before; the seat's number then.
 * Older servers do not send it.
 */
const gaveUpSchema = z.optional(z.object({ seat: z.int() }));

/** Why a person has lost their seat in a Tribe; `domain/words` has the text. Amounts are what they need to get it back. */
export const seatLossSchema = z.discriminatedUnion("code", [
  /** They hold less than the minimum of every chat. */
  z.object({ code: z.literal("seat.below_minimum"), tokensToReturn: tokenUnitsSchema, gaveUp: gaveUpSchema }),
  /** Others who joined hold more. */
  z.object({ code: z.literal("seat.outranked"), tokensToReturn: tokenUnitsSchema, gaveUp: gaveUpSchema }),
  /** The Chief blocked them. */
  z.object({ code: z.literal("seat.blocked") }),
]);

export type SeatLoss = z.output<typeof seatLossSchema>;
export type SeatLossCode = SeatLoss["code"];
